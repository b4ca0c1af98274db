/** Filters about what is undefined, true or of which type. */
import type { Bound, Definitions } from '../bind.js';
import { equals, truthy } from '../compare.js';
import { fail, failOpenly } from '../error.js';
import { repr } from '../repr.js';
import { usable, type Run } from '../run.js';
import { isUndefined, typeName, type Value } from '../values.js';

function orDefault(_run: Run, value: Value, args: Bound): Value {
  const boolean = args.or('boolean', false);
  if (typeof boolean !== 'boolean')
    return fail('type', `the argument \`boolean\` must be a bool, not ${typeName(boolean)}`);
  const missing = args.or('default_value', '');
  if (isUndefined(value)) return value.failure === undefined ? missing : value;
  return boolean && !truthy(value) ? missing : value;
}

function mandatory(_run: Run, value: Value, args: Bound): Value {
  if (!isUndefined(value) || value.failure !== undefined) return value;
  const message = args.given('msg');
  if (message !== undefined && message !== null) return fail('value', args.asText('msg'));
  if (value.name === undefined) return failOpenly('value', 'Mandatory variable not defined.');
  const report = value.isOpen === true ? failOpenly : fail;
  return report('value', `Mandatory variable '${value.name}' not defined.`);
}

function ternary(_run: Run, value: Value, args: Bound): Value {
  const known = usable(value);
  const none = args.or('none_val', null);
  if (known === null && none !== null) return none;
  return args.or(truthy(known) ? 'true_val' : 'false_val', null);
}

const yes: readonly string[] = ['yes', 'on', 'true', '1'];

/** Anything but the well-known words is true only if it equals 1, as Ansible still has it. */
function toBool(run: Run, value: Value): Value {
  const text =
    typeof value === 'string'
      ? value
      : typeof value === 'bigint' || typeof value === 'boolean'
        ? repr(run, value)
        : undefined;
  return text === undefined ? equals(run, value, 1n) : yes.includes(text.toLowerCase());
}

export const choiceFilters: Definitions = {
  default: {
    takes: 'default_value? boolean?',
    does: 'another value for what is undefined',
    undefinedArguments: true,
    run: orDefault,
  },
  d: {
    takes: 'default_value? boolean?',
    does: 'another value for what is undefined',
    undefinedArguments: true,
    run: orDefault,
  },
  mandatory: {
    takes: 'msg?',
    does: 'an error for what is undefined',
    undefinedArguments: true,
    run: mandatory,
  },
  ternary: {
    takes: 'true_val false_val none_val?',
    does: 'one value if true, another if false',
    undefinedArguments: true,
    run: ternary,
  },
  bool: { takes: '', does: 'whether a word means true', run: toBool },
  type_debug: {
    takes: '',
    does: 'the name of the type',
    undefinedArguments: true,
    run: (_run, value) =>
      isUndefined(value) && value.failure !== undefined
        ? 'CapturedExceptionMarker'
        : typeName(value),
  },
};
