/** How a program is started. */
export interface Neovim {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

export function findNeovim(): Promise<Neovim>;
