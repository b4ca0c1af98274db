/**
 * Where an inventory keeps its applied values: the `state` section with its paths made absolute, or what holds
 * without one. Written once, by the inventory itself; those who use its exports never say it again.
 */
import { basename, dirname, extname, join } from 'node:path';
import type { FileDefinitions } from '../model/inventory.js';
import { pathFrom } from '../text/path-from.js';
import type { Span, Spanned } from '../text/source.js';

export interface FileState extends Span {
  readonly type: 'file';
  /** Absolute. */
  readonly path: string;
}

export interface S3State extends Span {
  readonly type: 's3';
  readonly bucket: string;
  readonly key: string;
  readonly region: string | undefined;
  /** Without a slash at its end; undefined for that of AWS. */
  readonly endpoint: string | undefined;
  readonly pathStyle: boolean | undefined;
  readonly profile: string | undefined;
}

export interface TerraformState extends Span {
  readonly type: 'terraform';
  /** Absolute. */
  readonly path: string;
}

/** Where a state is. The span is the `state` section, or the start of the inventory that has none. */
export type StateDeclaration = FileState | S3State | TerraformState;

/** The file beside an inventory that holds its state by default: a dot file, so that Ansible never reads it. */
export function defaultStatePath(inventory: string): string {
  return join(dirname(inventory), `.${basename(inventory, extname(inventory))}.state.json`);
}

/**
 * The declaration of the inventory in `file`; `at` stands for the section where there is none. Undefined where a
 * section is written that does not say where the state is, which `schema/` has told.
 */
export function stateDeclarationOf(file: FileDefinitions, at: Span): StateDeclaration | undefined {
  const { path, state, stateKey } = file;
  const defaultPath = pathFrom(at.source, basename(defaultStatePath(path)));
  if (state === undefined)
    return stateKey === undefined
      ? {
          type: 'file',
          path: defaultPath,
          source: at.source,
          start: at.start,
          end: at.end,
        }
      : undefined;
  const { source, start, end } = state;
  switch (state.type) {
    case 'file':
      return {
        type: 'file',
        path: state.file === undefined ? defaultPath : pathOf(state.file),
        source,
        start,
        end,
      };
    case 'terraform':
      return { type: 'terraform', path: pathOf(state.file), source, start, end };
    case 's3': {
      const { region, pathStyle, profile } = state;
      return {
        type: 's3',
        bucket: state.bucket.value,
        key: state.key.value,
        region,
        endpoint: state.endpoint?.value.replace(/\/+$/, ''),
        pathStyle,
        profile,
        source,
        start,
        end,
      };
    }
  }
}

function pathOf({ value, span }: Spanned<string>): string {
  return pathFrom(span.source, value);
}

/** How messages call the place: an absolute path, or `s3://bucket/key` (with its endpoint, where that is not AWS). */
export function placeOfState(declaration: StateDeclaration): string {
  if (declaration.type !== 's3') return declaration.path;
  const { bucket, key, endpoint } = declaration;
  return `s3://${bucket}/${key}${endpoint === undefined ? '' : ` at ${endpoint}`}`;
}
