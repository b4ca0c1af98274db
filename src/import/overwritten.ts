/**
 * Values in files of variables that another file of the same group or host replaces, as where several sources bring
 * their own `group_vars/all.yml`: Ansible prints the last value only, and says nothing of the others.
 */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { identical } from '../resolve/unify.js';
import type { Entry } from '../syntax/node.js';
import type { HashBehaviour } from './contests.js';
import { someNames } from './findings.js';
import type { VarsPlaces } from './vars-places.js';
import type { VarsFiles } from './vars-files.js';

/** A value, the one of the same owner that wins, and whose they are; hosts share a finding for each variable. */
interface Overwritten {
  readonly lost: Entry;
  readonly won: Entry;
  readonly of: 'group' | 'host';
  readonly owners: string[];
}

export function overwrittenValues(
  { ofGroups, ofHosts }: VarsFiles,
  places: VarsPlaces,
  behaviour: HashBehaviour,
): Diagnostic[] {
  const found = new Map<string, Overwritten>();
  for (const [of, all] of [
    ['group', ofGroups],
    ['host', ofHosts],
  ] as const) {
    for (const [owner, files] of all) {
      for (const { lost, won } of replacedIn(files, places, behaviour)) {
        const key =
          of === 'host' ? `host ${lost.key}` : `group ${lost.source.path} ${lost.key} ${owner}`;
        const known = found.get(key);
        if (known === undefined) found.set(key, { lost, won, of, owners: [owner] });
        else known.owners.push(owner);
      }
    }
  }
  return [...found.values()].map(tell);
}

function replacedIn(
  files: readonly string[],
  places: VarsPlaces,
  behaviour: HashBehaviour,
): { readonly lost: Entry; readonly won: Entry }[] {
  if (files.length < 2) return [];
  const winners = new Map<string, Entry>();
  for (const file of files)
    for (const [name, entry] of places.entriesIn(file)) winners.set(name, entry);
  return files.flatMap((file) =>
    [...places.entriesIn(file)].flatMap(([name, lost]) => {
      const won = winners.get(name);
      if (won === undefined || won === lost || identical(won.value, lost.value)) return [];
      if (behaviour === 'merge' && won.value.kind === 'map' && lost.value.kind === 'map') return [];
      return [{ lost, won }];
    }),
  );
}

function tell({ lost, won, of, owners }: Overwritten): Diagnostic {
  const whose = `${of}${new Set(owners).size === 1 ? '' : 's'} ${someNames(owners)}`;
  return diagnostic(
    'import/left-out',
    lost,
    `\`${lost.key}\` of ${whose} stands in several files of variables, and this value is left out: \`${won.source.name}\` wins`,
    {
      related: [{ span: won, message: 'this value wins' }],
    },
  );
}
