/** `show --format yaml` holds what `--format json` holds: to our own parser, and to the YAML library of a real Ansible. */
import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { nodeToJson } from '../src/model/json.js';
import { parseDocument } from '../src/syntax/parse.js';
import { jsonToYaml } from '../src/syntax/write-yaml.js';
import { ansibleVersions, temporaryFolder } from './support/ansible.js';
import { runCommandLine } from './support/command-line.js';
import { fixtureFolder, readRequest, systemIn } from './support/golden.js';

/** The JSON that our parser reads out of a YAML text, written as `show` writes it. */
function readBack(text: string): string {
  const { value, diagnostics } = parseDocument({ path: '/shown.yaml', name: 'shown.yaml', text });
  expect(diagnostics.map(({ message }) => `${message}: ${text}`)).to.deep.equal([]);
  return `${nodeToJson(value.root ?? expect.fail('nothing was read'), { unit: '  ', redact: false, markTemplates: false }, '')}\n`;
}

const compare =
  'import json,sys,yaml\nfor pair in json.load(sys.stdin):\n  shown, text = json.loads(pair[0]), yaml.safe_load(pair[1])\n  assert repr(shown) == repr(text), (shown, text)\nprint("same")';

describe('show --format yaml', () => {
  const pairs: [string, string][] = [];

  for (const name of readdirSync(fixtureFolder('show'))) {
    it(`says the same as JSON: ${name}`, async () => {
      const folder = fixtureFolder('show', name);
      const { hosts, tags, services } = readRequest(folder);
      const selection = [
        ...hosts.map((each) => `--host=${each}`),
        ...tags.map((each) => `--tag=${each}`),
        ...services.map((each) => `--service=${each}`),
      ];
      const [json, yaml] = await Promise.all(
        ['json', 'yaml'].map(
          async (format) =>
            (
              await runCommandLine(systemIn(folder), [
                'show',
                '-i',
                'inventory.yaml',
                ...selection,
                '--format',
                format,
              ])
            ).stdout,
        ),
      );
      expect(json).to.match(/^\{/);
      expect(readBack(yaml ?? '')).to.equal(json);
      pairs.push([json ?? '', yaml ?? '']);
    });
  }

  it('says the same whatever the texts and numbers are', () => {
    const number = fc.oneof(
      fc.integer(),
      fc.bigInt().map((each) => each.toString()),
      fc.constantFrom('1.0', '1e+16', '-0.0', '1.5e-07', '123456789012345678901234567890'),
    );
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        'yes',
        '0644',
        '1e3',
        '22:22',
        '~',
        '',
        ' a',
        'a: b',
        '- x',
        '#c',
        'a\nb\n',
        'a\n\n',
        '\n',
        '2001-01-01',
        '=',
        '<<',
        '.inf',
        '0o17',
        '"',
        "'",
        '{{ x }}',
        'a #b',
        '!x',
        '&x',
        '*x',
        '%',
        '@',
        '`',
        '1_000',
        'null',
        'a\tb',
        'a\x85b',
        'a\u2028b',
        '\x7f',
        '\ufeffx',
        'a\tb\nc\n',
        'x\u2029\ny\n',
        '\x9b1m',
        '\ud7ff\ue000',
        'x\n y',
      ),
    );
    const value = fc.oneof(
      number.map(String),
      text.map((each) => JSON.stringify(each)),
      fc.constantFrom('true', 'false', 'null'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(text, value), { maxLength: 6 }), (entries) => {
        const unique = new Map(entries);
        const json = `{"a": [${[...unique.values()].join(', ')}], "b": {${[...unique].map(([key, each]) => `${JSON.stringify(key)}: ${each}`).join(', ')}}}`;
        const shown = readBack(
          json.replace(
            /[\x7f-\x9f\ufeff]/g,
            (raw) => `\\u${raw.charCodeAt(0).toString(16).padStart(4, '0')}`,
          ),
        );
        expect(readBack(jsonToYaml(shown))).to.equal(shown);
        if (pairs.length < 200) pairs.push([shown, jsonToYaml(shown)]);
      }),
    );
  });

  it('says the same to Ansible', async () => {
    const versions = await ansibleVersions();
    expect(versions).to.not.be.empty;
    for (const ansible of versions) {
      const { code, stdout, stderr } = await ansible.run('python', ['-c', compare], {
        input: JSON.stringify(pairs),
        cwd: temporaryFolder('yaml'),
      });
      expect({ code, stdout, stderr }, ansible.label).to.deep.equal({
        code: 0,
        stdout: 'same\n',
        stderr: '',
      });
    }
    expect(pairs.length).to.be.greaterThan(50);
  });
});
