export function generate(shape: 'fleet' | 'tags' | 'vars' | 'services', count: number): string;
