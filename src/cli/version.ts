/** `--version`: the tool's own, Node's, and the platform. */
import packageJson from '../../package.json' with { type: 'json' };

/** The version of this tool. */
export const version: string = packageJson.version;

/** One line for `--version`. */
export function versionText(): string {
  return `inventory-script ${version} (Node ${process.versions.node}, ${process.platform}-${process.arch})\n`;
}
