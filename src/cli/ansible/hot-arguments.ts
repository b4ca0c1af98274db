/**
 * The hot path's command line: what Ansible calls, read by hand so that no command-line library is loaded for it.
 * In: the arguments after the program's name. Out: a request, or undefined for anything that is not certainly a
 * correct `--list` or `--host` call; the full command line then reads them again, and says what is wrong. Commands are
 * not known here: a word in the place of FILE that looks like one is judged by `mayBeCommand`.
 */
import type { CacheFlag } from '../../cache/cache.js';

interface Request {
  /** What an inventory that is not there may have been meant for, where that was looked up. */
  readonly commandNames?: readonly string[];
}

export interface ListRequest extends Request {
  readonly kind: 'list';
  readonly file: string | undefined;
  readonly compact: boolean;
  /** Selected tags and services in the order given; empty means all. */
  readonly tags: readonly string[];
  readonly services: readonly string[];
  readonly cache: CacheFlag;
}

export interface HostRequest extends Request {
  readonly kind: 'host';
  readonly host: string;
  readonly file: string | undefined;
  readonly compact: boolean;
  readonly cache: CacheFlag;
}

export type HotRequest = ListRequest | HostRequest;

/** What was given so far, by flag; values in the order given. */
interface Given {
  readonly switches: Set<string>;
  readonly values: Map<string, string[]>;
}

const switches = new Set(['--list', '--compact', '--no-cache', '--refresh-cache']);
const flagsWithValue = new Set(['--host', '--inventory', '--tag', '--service']);

export function parseHotArguments(args: readonly string[]): HotRequest | undefined {
  const given = gather(args);
  if (given === undefined) return undefined;
  const files = given.values.get('--inventory') ?? [];
  const hosts = given.values.get('--host') ?? [];
  const tags = namesOf(given.values.get('--tag'));
  const services = namesOf(given.values.get('--service'));
  if (tags === undefined || services === undefined || files.length > 1) return undefined;
  const common = {
    file: files[0],
    compact: given.switches.has('--compact'),
    cache: cacheFlagOf(given.switches),
  };
  if (given.switches.has('--list'))
    return hosts.length === 0 ? { kind: 'list', ...common, tags, services } : undefined;
  const [host] = hosts;
  if (host === undefined || hosts.length > 1 || tags.length > 0 || services.length > 0)
    return undefined;
  return { kind: 'host', host, ...common };
}

/** True if the inventory is named by a bare word, as commands are: which of both it is, the list of commands decides. */
export function mayBeCommand({ file }: HotRequest): boolean {
  return file !== undefined && /^[a-z][a-z-]*$/.test(file);
}

/** `--no-cache` wins over `--refresh-cache`. */
function cacheFlagOf(given: ReadonlySet<string>): CacheFlag {
  return given.has('--no-cache') ? 'avoid' : given.has('--refresh-cache') ? 'refresh' : undefined;
}

function gather(args: readonly string[]): Given | undefined {
  const given: Given = { switches: new Set(), values: new Map() };
  for (let at = 0; at < args.length; at++) {
    const { flag, value } = split(args[at] ?? '');
    if (switches.has(flag) && value === undefined) {
      given.switches.add(flag);
      continue;
    }
    if (!flagsWithValue.has(flag)) return undefined;
    const taken = value ?? args[++at];
    if (taken === undefined || taken === '' || taken.startsWith('-')) return undefined;
    const values = given.values.get(flag);
    if (values === undefined) given.values.set(flag, [taken]);
    else values.push(taken);
  }
  return given;
}

/** `--flag=value`, `-iFILE` and a bare FILE as flag and value; a value of its own is the next argument. */
function split(argument: string): { readonly flag: string; readonly value: string | undefined } {
  if (argument === '-i') return { flag: '--inventory', value: undefined };
  if (argument.startsWith('--')) {
    const at = argument.indexOf('=');
    return at < 0
      ? { flag: argument, value: undefined }
      : { flag: argument.slice(0, at), value: argument.slice(at + 1) };
  }
  if (argument.startsWith('-i'))
    return { flag: '--inventory', value: argument.slice(2).replace(/^=/, '') };
  if (argument.startsWith('-')) return { flag: '', value: undefined };
  return { flag: '--inventory', value: argument };
}

function namesOf(values: readonly string[] = []): readonly string[] | undefined {
  const names = values.flatMap((each) => each.split(','));
  return names.includes('') ? undefined : names;
}
