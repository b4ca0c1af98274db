/**
 * A diff for programs: `docs/diff.md` describes the document. Numbers keep every digit; what nobody may see is
 * `"<redacted>"`, marked by `redacted`. Lists of hosts are told once, and changes refer to them by their place.
 */
import { jsonList, jsonObject, type JsonStyle } from '../model/json.js';
import { positionAt } from '../text/position.js';
import type { Span } from '../text/source.js';
import { hostSets } from './host-groups.js';
import type { Aspect, Cause, Change, Diff } from './model.js';
import type { SideName, SideNames } from './render-text.js';

const style: JsonStyle = { unit: '  ', redact: true, markTemplates: false };
type Pairs = readonly (readonly [string, string])[];

/** The JSON text with a final newline. */
export function renderDiffJson({ changes, hosts }: Diff, { old, new: now }: SideNames): string {
  const setOf = hostSets();
  const sets: (readonly string[])[] = [];
  const numberOf = (names: readonly string[]): number => {
    const number = setOf(names);
    sets[number] ??= names;
    return number;
  };
  const texts = changes.map((change) => changeJson(change, numberOf));
  const text = jsonObject(
    [
      ['format', '1'],
      ['equal', String(changes.length === 0)],
      ['old', sideJson(old)],
      ['new', sideJson(now)],
      [
        'hosts',
        object([
          ['old', String(hosts.old)],
          ['new', String(hosts.new)],
          ['touched', String(hosts.touched)],
        ]),
      ],
      ['changes', jsonList(texts, style, '  ')],
      [
        'host_sets',
        jsonList(
          sets.map((names) => JSON.stringify(names)),
          style,
          '  ',
        ),
      ],
    ],
    style,
    '',
  );
  return `${text}\n`;
}

function sideJson({ kind, name, commit, path, isThere }: SideName): string {
  return object([
    ['kind', string(kind.replace(' ', '_'))],
    ['name', string(name)],
    ...(commit === undefined ? [] : [['commit', string(commit)] as const]),
    ['path', string(path)],
    ['exists', String(isThere)],
  ]);
}

function changeJson(
  { subject, action, name, keys, old, new: now, hosts, cause, tags, consumers }: Change,
  numberOf: (names: readonly string[]) => number,
): string {
  return object([
    ['subject', string(subject)],
    ['action', string(action)],
    ['name', string(name)],
    ...(keys.length === 0 ? [] : [['keys', JSON.stringify(keys)] as const]),
    ...optional('old', old, aspectJson),
    ...optional('new', now, aspectJson),
    ...optional('cause', cause, causeJson),
    ...optional('tags', tags, JSON.stringify),
    ...optional(
      'consumers',
      consumers,
      (all) =>
        `[${all
          .map(({ reference, place }) =>
            object([
              ['reference', string(reference)],
              ['place', placeJson(place)],
            ]),
          )
          .join(', ')}]`,
    ),
    ...optional('host_count', hosts, (names) => String(names.length)),
    ...optional('host_set', hosts, (names) => String(numberOf(names))),
  ]);
}

function aspectJson({ name, value, place }: Aspect): string {
  return object([
    ...optional('name', name, string),
    ...optional('value', value, ({ json }) => json),
    ...(value?.isSecret === true ? [['redacted', 'true'] as const] : []),
    ...optional('place', place, placeJson),
  ]);
}

function causeJson({ kind, name, order, how, over }: Cause): string {
  return object([
    ['kind', string(kind)],
    ...optional('name', name, string),
    ...optional('order', order, String),
    ['how', string(how)],
    ...optional('over', over, string),
  ]);
}

function placeJson({ source, start }: Span): string {
  const { line, column } = positionAt(source, start);
  return object([
    ['file', string(source.path)],
    ['line', String(line)],
    ['column', String(column)],
  ]);
}

function optional<T>(key: string, value: T | undefined, text: (value: T) => string): Pairs {
  return value === undefined ? [] : [[key, text(value)]];
}

function object(pairs: Pairs): string {
  return jsonObject(pairs, { ...style, unit: '' }, '');
}

function string(text: string): string {
  return JSON.stringify(text);
}
