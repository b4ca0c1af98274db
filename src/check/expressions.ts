/** Rules about the expressions of the `ansible` section: each can be read, and makes names that can be used. */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { conditionAt, expressionAt, templateAt, type Parsed } from '../expr/expressions.js';
import type { AnsibleOptions, KeyedGroup, NamedExpression } from '../model/inventory.js';
import { safeName } from '../model/safe-name.js';
import { placeWithin } from '../text/place-within.js';
import type { Spanned } from '../text/source.js';

/** All faults of expressions that need no host. */
export function checkExpressions({ compose, groups, keyedGroups }: AnsibleOptions): Diagnostic[] {
  return [
    ...compose.flatMap((each) => [
      ...checkName(each),
      ...checkText(`the expression of \`${each.name}\``, each.expression, expressionAt),
    ]),
    ...groups.flatMap((each) => [
      ...checkGroup(each),
      ...checkText(`the condition of group \`${each.name}\``, each.expression, conditionAt),
    ]),
    ...keyedGroups.flatMap(checkKeyedGroup),
  ];
}

function checkName(variable: NamedExpression): Diagnostic[] {
  const { name } = variable;
  if (name === '')
    return [diagnostic('check/compose-name', variable, 'the name of a variable is empty')];
  if (safeName(name) === name) return [];
  return [
    diagnostic(
      'check/compose-name',
      variable,
      `\`${name}\` is no name that Ansible can use for a variable`,
      { help: `write \`${safeName(name)}\`` },
    ),
  ];
}

function checkGroup(group: NamedExpression): Diagnostic[] {
  return group.name === ''
    ? [diagnostic('schema/invalid-name', group, 'the name of a group is empty')]
    : [];
}

function checkKeyedGroup({
  key,
  parentGroup,
  defaultValue,
  trailingSeparatorSpan,
}: KeyedGroup): Diagnostic[] {
  const found = [
    ...checkText('the key of this keyed group', key, expressionAt),
    ...(parentGroup === undefined
      ? []
      : checkText('the parent of this keyed group', parentGroup, templateAt)),
  ];
  if (defaultValue !== undefined && trailingSeparatorSpan !== undefined) {
    found.push(
      diagnostic(
        'check/keyed-group',
        trailingSeparatorSpan,
        '`trailing_separator` and `default_value` exclude each other',
        {
          related: [{ span: defaultValue.span, message: 'the default value is given here' }],
          help: 'keep one of the two',
        },
      ),
    );
  }
  return found;
}

function checkText(
  what: string,
  text: Spanned<string>,
  parse: (text: Spanned<string>) => Parsed<unknown>,
): Diagnostic[] {
  const parsed = parse(text);
  if (!('error' in parsed)) return [];
  const { error } = parsed;
  const why = error.kind === 'unsupported' ? 'cannot be used' : 'cannot be read';
  return [
    diagnostic('check/expression', placeWithin(text, error), `${what} ${why}: ${error.message}`, {
      help: error.help,
    }),
  ];
}
