export function findChromium(): Promise<{
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}>;
