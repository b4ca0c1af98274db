/** `--version`: the tool's own, Node's, and the platform. */
import packageJson from '../../package.json' with { type: 'json' };

/** The version of this tool. */
export const version: string = packageJson.version;

/** Of the Node that runs this. */
export const nodeVersion: string = process.versions.node;

/** One line for `--version`. */
export function versionText(): string {
  return `inventory-script ${version} (Node ${nodeVersion}, ${process.platform}-${process.arch})\n`;
}
