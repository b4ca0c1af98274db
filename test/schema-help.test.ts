/** Help that offers a corrected text: put in the place of what was written, it leaves no error there. */
import { expect } from 'chai';
import { validatePath } from '../src/pipeline.js';
import type { Diagnostic } from '../src/diagnostics/diagnostic.js';
import { memorySystem } from './support/memory-system.js';

const service = (components: string): string =>
  `hosts: []\nservices:\n  app:\n    order: 1\n${components.replace(/^/gm, '    ')}\n`;

const texts: readonly string[] = [
  'hosts: [gena]\n',
  'hosts:\n  - gena\n',
  'hosts: [{name: gena, transport: ssh}]\n',
  'hosts: [{name: gena, transport: docker}]\n',
  'hosts: [{name: gena, tags: web}]\ntags: {web: {}}\n',
  'hosts: [{name: gena, transport: {type: ssh, port: "22"}}]\n',
  'hosts: []\ntags: web\n',
  'hosts: []\ntags: [web, db]\n',
  'hosts: []\ntags:\n  - web\n  - db\n',
  'hosts: []\ntags: {web: {includes: base}, base: {order: -1}}\n',
  'hosts: []\ntags: {web: {order: "10"}}\n',
  'hosts: []\nexports: {a: 5, b: text, c: [x]}\n',
  'hosts: []\nsecret_sources: {default: secrets.yaml}\n',
  'hosts: []\nstate: state.json\n',
  service('binaries: {app: app}'),
  service('binaries: {app: {type: rpm, package: app, version: 1.2}}'),
  service('binaries: {app: {type: deb, package: app, version: 1.2}}'),
  service('configs: {main: /etc/app.conf}'),
  service('configs: {main: {path: /etc/app.conf, template: app.j2}}'),
  service('configs: {main: {path: /etc/app.conf, template: {inline: a}, mode: 0644}}'),
  service('processes: {app: app.service}'),
  service('processes: {app: {type: systemd, unit: app.service, timeout: 5}}'),
  service('processes: {app: {type: systemd, unit: app.service, timeout: 1.5}}'),
  service('processes: {app: {type: systemd, unit: app.service, enabled: "true"}}'),
];

function diagnosticsOf(text: string): readonly Diagnostic[] {
  const system = memorySystem({ '/net/inventory.yaml': text });
  return validatePath(system, '/net/inventory.yaml').diagnostics.filter(
    ({ severity }) => severity === 'error',
  );
}

/** The text with what the help of a diagnostic offers; undefined where it offers nothing. */
function corrected(text: string, { span, help = '' }: Diagnostic): string | undefined {
  const offered = /`([^`]*)`(?: \(.*\))?$/.exec(help)?.[1];
  if (offered === undefined) return undefined;
  const before = text.slice(0, span.start);
  const key = /^([\w-]+): /.exec(offered)?.[1];
  const withKey = key === undefined ? undefined : new RegExp(`${key}:\\s*$`).exec(before);
  const start = withKey?.index ?? (offered.startsWith('- ') ? span.start - 2 : span.start);
  return text.slice(0, start) + offered + text.slice(span.end);
}

describe('help with a corrected text', () => {
  for (const text of texts)
    it(`holds: ${JSON.stringify(text)}`, () => {
      let current = text;
      let [fault] = diagnosticsOf(current);
      expect(fault, 'the text as it was').to.not.equal(undefined);
      for (let round = 0; fault !== undefined && round < 5; round++) {
        const next = corrected(current, fault);
        expect(next, `${fault.message} (${fault.help ?? 'no help'})`).to.not.equal(undefined);
        current = next ?? current;
        [fault] = diagnosticsOf(current);
      }
      expect(fault?.message, current).to.equal(undefined);
    });
});
