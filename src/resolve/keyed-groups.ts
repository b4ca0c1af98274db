/**
 * One item of `keyed_groups`: groups named by the value of an expression, with their parent. Means what Ansible's
 * `Constructable` means, down to empty values: text names one group, each item of a list one, each entry of a map one;
 * any other value that is not empty is an error, strict or not.
 */
import {
  evaluate,
  expressionAt,
  render,
  templateAt,
  textOfResult,
  type Final,
} from '../expr/expressions.js';
import type { KeyedGroup } from '../model/inventory.js';
import { constructedGroup, tagGroup } from '../model/safe-name.js';
import type { Span, Spanned } from '../text/source.js';
import { holdsTemplate } from '../text/template-markers.js';
import type { FaultCollector } from './expression-faults.js';
import type { HostScope } from './host-scope.js';
import { groupNamed, isWithin, type Maker, type Making, type Owner } from './made-groups.js';

type AddHost = (host: string, scope: HostScope) => void;

/** Puts hosts into the groups of `keyed`; its faults of syntax were told. */
export function keyedGroupMaker(keyed: KeyedGroup, making: Making): AddHost {
  const { groups, ownerOf, faults } = making;
  const { strict, leadingSeparator } = making.inventory.ansible;
  const parsed = expressionAt(keyed.key);
  const { key, parentGroup } = keyed;
  if ('error' in parsed || (parentGroup !== undefined && 'error' in templateAt(parentGroup)))
    return () => undefined;
  const lead = keyed.prefix + (keyed.prefix === '' && !leadingSeparator ? '' : keyed.separator);
  const maker: Maker = { section: 'keyed_groups', text: key.value, span: key.span };
  const parentMaker: Maker | undefined = parentGroup && {
    section: 'keyed_groups',
    text: parentGroup.value,
    span: parentGroup.span,
  };
  const known = new Map<string, string>();
  const groupOf = (name: string): string => {
    let group = known.get(name);
    if (group === undefined) known.set(name, (group = constructedGroup(lead + name)));
    return group;
  };
  return (host, scope) => {
    const result = evaluate(parsed.value, scope);
    if (tellSecret(key.span, scope, host, faults)) return;
    if (result.kind !== 'value') {
      faults.failed('the key of this keyed group', key, result, host, scope);
      return;
    }
    const names = namesOf(result.value, keyed, strict, host, faults);
    if (names === undefined) return;
    const parent = parentGroup === undefined ? '' : parentOf(parentGroup, scope, host, making);
    if (parent === undefined) return;
    if (tellSecret(parentMaker?.span ?? key.span, scope, host, faults)) return;
    for (const name of names) {
      const group = groupOf(name);
      const owner = ownerOf(group);
      if (group === '')
        faults.add(
          {
            code: 'resolve/keyed-group',
            span: key.span,
            before: 'the name of a keyed group is empty on ',
          },
          host,
        );
      else if (owner !== undefined) faults.add(collision(group, owner, key.span), host);
      else {
        const { hosts } = groupNamed(groups, group);
        if (!hosts.has(host)) hosts.set(host, maker);
        if (parent !== '' && parentMaker !== undefined)
          addChild(parent, group, parentMaker, host, making);
      }
    }
  };
}

/** The values that name groups, as text; undefined where there are none, or where that is an error. */
function namesOf(
  value: Final,
  keyed: KeyedGroup,
  strict: boolean,
  host: string,
  faults: FaultCollector,
): readonly string[] | undefined {
  const { key, separator, trailingSeparator } = keyed;
  const fallback = keyed.defaultValue?.value;
  const isEmpty = (each: Final): boolean => each === null || each === '';
  const refuse = (before: string): readonly string[] | undefined => {
    faults.add(
      { code: 'resolve/keyed-group', span: key.span, before, help: 'give a text, a list or a map' },
      host,
    );
    return undefined;
  };
  if (isEmpty(value) && fallback !== undefined) return [fallback];
  if (!holds(value)) {
    const isCollection = typeof value === 'object' && value !== null;
    if (strict && !isCollection) refuse('the key of this keyed group is empty on ');
    return undefined;
  }
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null)
    return refuse(
      `the key of this keyed group is ${typeof value === 'boolean' ? 'true' : 'a number'} on `,
    );
  const names: string[] = [];
  const add = (...parts: readonly Final[]): boolean => {
    const texts = parts.map(textOfResult);
    names.push(texts.join(''));
    return !texts.includes(undefined);
  };
  switch (value.kind) {
    case 'vault':
      faults.add(secretName(key.span), host);
      return undefined;
    case 'list':
      return value.items.every((item) => add(isEmpty(item) ? (fallback ?? item) : item))
        ? names
        : refuse('the key of this keyed group holds what has no text on ');
    case 'dict':
      return [...value.entries.values()].every((entry) =>
        isEmpty(entry.value) && fallback === undefined && !trailingSeparator
          ? add(entry.key)
          : add(
              entry.key,
              separator,
              isEmpty(entry.value) ? (fallback ?? entry.value) : entry.value,
            ),
      )
        ? names
        : refuse('the key of this keyed group holds what has no text on ');
  }
}

/** Tells of a name that is made of a sensitive value, if anything in `scope` was. */
function tellSecret(span: Span, scope: HostScope, host: string, faults: FaultCollector): boolean {
  if (scope.holdsSecret) faults.add(secretName(span), host);
  return scope.holdsSecret;
}

/** Everybody sees the names of groups. */
function secretName(
  span: Span,
): { readonly code: 'resolve/keyed-group' } & Parameters<FaultCollector['add']>[0] {
  return {
    code: 'resolve/keyed-group',
    span,
    before: 'the key of this keyed group is a secret on ',
    help: 'name groups by what anybody may see',
  };
}

/** Python's truth of a value. */
function holds(value: Final): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value);
  return (
    value.kind === 'vault' ||
    (value.kind === 'list' ? value.items.length > 0 : value.entries.size > 0)
  );
}

/** The parent's name, '' for none, a tag's group also by the tag's own name; undefined where it cannot be told, so that the host gets no group. */
function parentOf(
  parent: Spanned<string>,
  scope: HostScope,
  host: string,
  { inventory: { tags, ansible }, faults }: Making,
): string | undefined {
  const named = (name: string): string =>
    tags.has(name) ? tagGroup(name, ansible) : constructedGroup(name);
  if (!holdsTemplate(parent.value)) return named(parent.value);
  const template = templateAt(parent);
  if ('error' in template) return undefined;
  const result = render(template.value, scope);
  if (result.kind === 'omit') return '';
  if (result.kind !== 'value') {
    faults.failed('the parent of this keyed group', parent, result, host, scope);
    return undefined;
  }
  if (!holds(result.value)) return '';
  if (typeof result.value === 'string') return named(result.value);
  faults.add(
    {
      code: 'resolve/keyed-group',
      span: parent.span,
      before: 'the parent of this keyed group is no text on ',
    },
    host,
  );
  return undefined;
}

/** Makes `group` a child of `parent`. Every group is below `all`, so that parent says nothing. */
function addChild(
  parent: string,
  group: string,
  by: Maker,
  host: string,
  { groups, ownerOf, faults }: Making,
): void {
  const above = groups.get(parent);
  if (parent === 'all' || above?.children.has(group) === true) return;
  const owner = ownerOf(parent);
  if (owner !== undefined && owner.kind !== 'tag')
    faults.add(collision(parent, owner, by.span), host);
  else if (isWithin(groups, group, parent)) {
    const other = groups.get(group)?.children.get(parent);
    faults.add(
      {
        code: 'resolve/group-cycle',
        span: by.span,
        before:
          group === parent
            ? `the group \`${group}\` would be its own parent on `
            : `the groups \`${parent}\` and \`${group}\` would contain each other on `,
        related:
          other === undefined
            ? []
            : [{ span: other.span, message: `\`${group}\` is made the parent here` }],
      },
      host,
    );
  } else groupNamed(groups, parent).children.set(group, by);
}

function collision(
  group: string,
  owner: Owner,
  span: Span,
): { readonly code: 'resolve/group-collision' } & Parameters<FaultCollector['add']>[0] {
  return {
    code: 'resolve/group-collision',
    span,
    before: `this makes the group \`${group}\`, which belongs to ${owner.phrase}, on `,
    related:
      owner.span === undefined
        ? []
        : [{ span: owner.span, message: `${owner.phrase} is defined here` }],
    help: 'give the groups a `prefix` of their own',
  };
}
