/**
 * States in S3: against a real S3-compatible server that checks signatures, policies and conditions, and against small
 * servers for what that one never does (silence, refusals without a reason, broken promises).
 */
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import type { S3State } from '../src/state/declaration.js';
import { readState } from '../src/state/read-state.js';
import { s3Backend } from '../src/state/s3.js';
import type { Backend, SlotRead, SlotWrite } from '../src/state/slot.js';
import { isStillHeld, releaseLock, takeLock } from '../src/state/lock.js';
import { nodeSystem, type System } from '../src/system.js';
import { run } from '../scripts/ansible-core.mjs';
import { temporaryFolder, tool } from './support/ansible.js';
import { memorySystem } from './support/memory-system.js';
import { startS3, type Keys, type S3Service } from './support/s3.js';

const keys: Keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' };

function declare(endpoint: string | undefined, more: Partial<S3State> = {}): S3State {
  const source = { path: '/net/inventory.yaml', name: 'inventory.yaml', text: '' };
  return {
    type: 's3',
    bucket: 'states',
    key: 'net/state.json',
    region: 'eu-central-1',
    endpoint,
    pathStyle: undefined,
    profile: undefined,
    source,
    start: 0,
    end: 0,
    ...more,
  };
}

/** The real system with these keys in the environment; pauses are noted, not made, and an answer has so many milliseconds. */
function systemWith(
  { accessKeyId, secretAccessKey }: Keys,
  pauses: number[],
  patience: number,
): System {
  const machine = {
    ...nodeSystem.machine(),
    fetch: (request: Parameters<ReturnType<System['machine']>['fetch']>[0]) =>
      nodeSystem.machine().fetch({ ...request, timeoutMilliseconds: patience }),
    sleep: (milliseconds: number) => {
      pauses.push(milliseconds);
      return Promise.resolve();
    },
  };
  return {
    ...nodeSystem,
    env: { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
    machine: () => machine,
  };
}

function open(system: System, declaration: S3State): Backend {
  const opened = s3Backend(system, declaration);
  if ('fault' in opened) throw new Error(opened.fault.message);
  return opened.backend;
}

/** A result in one line. */
function tell(result: SlotRead | SlotWrite): string {
  if (typeof result === 'string') return result;
  const fault = 'fault' in result ? result.fault : undefined;
  if (fault !== undefined) return `${fault.code}: ${fault.message}`;
  return 'text' in result ? `present ${result.text}` : 'absent';
}

describe('a state in S3', () => {
  describe('on a real server', () => {
    let service: S3Service;
    before(async function () {
      this.timeout(300_000);
      service = await startS3();
    });
    after(() => service.stop());
    const patient = (as: Keys): System => ({
      ...nodeSystem,
      env: { AWS_ACCESS_KEY_ID: as.accessKeyId, AWS_SECRET_ACCESS_KEY: as.secretAccessKey },
    });
    const backend = (as: Keys, more: Partial<S3State> = {}): Backend =>
      open(patient(as), declare(service.url, { bucket: service.bucket, ...more }));

    it('is absent, made once, read back, and replaced only by who saw it last', async () => {
      const slot = backend(service.full, { key: 'a b/ü+(1)&=*.json' }).state(false);
      expect(await slot.read()).to.deep.equal({ kind: 'absent' });
      expect(await slot.create('{"text": "größe 日本 🙂"}')).to.equal('done');
      expect(await slot.create('other')).to.equal('overtaken');
      const first = await slot.read();
      expect(tell(first)).to.equal('present {"text": "größe 日本 🙂"}');
      const version = first.kind === 'present' ? first.version : '';
      expect(await slot.replace(version, 'second')).to.equal('done');
      expect(await slot.replace(version, 'third')).to.equal('overtaken');
      expect(tell(await slot.read())).to.equal('present second');
    });

    it('an object that is gone is not replaced', async () => {
      expect(
        await backend(service.full, { key: 'gone.json' }).state(false).replace('"abc"', 'x'),
      ).to.equal('overtaken');
    });

    it('of many that make it at once, one does', async () => {
      const slots = Array.from({ length: 8 }, () =>
        backend(service.full, { key: 'race.json' }).state(false),
      );
      const results = await Promise.all(slots.map((slot, at) => slot.create(String(at))));
      expect(results.filter((each) => each === 'done')).to.have.length(1);
      expect(tell(await backend(service.full, { key: 'race.json' }).state(false).read())).to.equal(
        `present ${results.indexOf('done')}`,
      );
    });

    it('its lock excludes others, is taken over when its owner is dead, and given back', async () => {
      const { lock: slot, place } = backend(service.full, { key: 'locked.json' });
      const system = patient(service.full);
      const request = { operation: 'apply', place, patience: 0 };
      const dead: System = {
        ...system,
        machine: () => ({ ...system.machine(), processId: 2 ** 22 + 1 }),
      };
      const first = await takeLock(dead, slot, request);
      const second = await takeLock(system, slot, request);
      if (!('lock' in first) || !('lock' in second)) throw new Error('not locked');
      expect(await isStillHeld(system, first.lock)).to.equal(false);
      expect(await isStillHeld(system, second.lock)).to.equal(true);
      const third = await takeLock(system, slot, request);
      expect('fault' in third ? third.fault.message : '').to.match(
        /is locked: held by `.+` \(process \d+\) for `apply` since /,
      );
      await releaseLock(system, first.lock);
      expect(await isStillHeld(system, second.lock)).to.equal(true);
      await releaseLock(system, second.lock);
      expect(await slot.read()).to.deep.equal({ kind: 'absent' });
    });

    describe('through the program', () => {
      const inventory = (key: string): string =>
        `hosts: []\nstate: {type: s3, bucket: ${service.bucket}, key: ${key}, region: eu-central-1, endpoint: "${service.url}"}\nexports:\n  zone: {value: example.org}\n${[0, 1, 2, 3].map((at) => `  n${at}: {type: integer}\n`).join('')}  token: {type: string, sensitive: true}\n`;
      const environment = (as: Keys): Record<string, string> => ({
        PATH: process.env.PATH ?? '',
        AWS_ACCESS_KEY_ID: as.accessKeyId,
        AWS_SECRET_ACCESS_KEY: as.secretAccessKey,
      });
      const newFolder = (key: string): string => {
        const folder = temporaryFolder('s3');
        writeFileSync(join(folder, 'inventory.yaml'), inventory(key));
        return folder;
      };

      it('is applied, printed, shown, and unlocked', async () => {
        const folder = newFolder('cli.json');
        const env = environment(service.full);
        const call = (...args: readonly string[]): ReturnType<typeof run> =>
          run(tool, args, { cwd: folder, env });
        expect((await call('exports')).stderr).to.match(
          /was not applied yet: there is no state at `s3:\/\/states\/cli\.json at http.*\[state\/not-applied\]/,
        );
        const first = await call('apply', '--set', 'n0=1');
        expect([first.code, first.stderr]).to.deep.equal([0, '']);
        expect(first.stdout).to.match(
          /^inventory\.yaml: 2 exports changed; serial 1 in s3:\/\/states\/cli\.json at http/,
        );
        expect((await call('apply')).stdout).to.match(/no export changed; serial 1 in/);
        expect((await call('exports', 'n0', '--raw')).stdout).to.equal('1');
        expect((await call('state', 'show')).stdout).to.match(
          /^state {4}s3:\/\/states\/cli\.json at .*\nlineage .*\nserial {3}1\nwritten .*\nsource {3}declared now as it was applied\nlock {5}none\n/,
        );
        expect((await call('state', 'unlock')).stdout).to.match(/ is not locked\n$/);
        const secret = await call('apply', '--set', 'token=hush', '--allow-sensitive');
        expect(secret.code).to.equal(1);
        expect(secret.stderr).to.match(
          /the export `token` is sensitive, and would be kept in clear in s3:/,
        );
      });

      it('of processes that apply at once, each adds its value', async function () {
        this.timeout(60_000);
        const folder = newFolder('race-cli.json');
        const env = environment(service.full);
        const results = await Promise.all(
          [0, 1, 2, 3].map((at) =>
            run(tool, ['apply', '--lock-timeout', '50', '--set', `n${at}=${at}`], {
              cwd: folder,
              env,
            }),
          ),
        );
        expect(results.map(({ code, stderr }) => [code, stderr])).to.deep.equal(
          results.map(() => [0, '']),
        );
        const { stdout } = await run(tool, ['exports'], { cwd: folder, env });
        expect(stdout).to.equal(
          'n0: integer = 0\nn1: integer = 1\nn2: integer = 2\nn3: integer = 3\nzone: string = "example.org"\n',
        );
        expect((await run(tool, ['state', 'show'], { cwd: folder, env })).stdout).to.match(
          /\nserial {3}4\n[\s\S]*\nlock {5}none\n/,
        );
      });

      it('who may only read reads it, and cannot apply', async () => {
        const folder = newFolder('read-only.json');
        expect(
          (await run(tool, ['apply'], { cwd: folder, env: environment(service.full) })).code,
        ).to.equal(0);
        const env = environment(service.reader);
        expect((await run(tool, ['exports'], { cwd: folder, env })).stdout).to.equal(
          'zone: string = "example.org"\n',
        );
        expect((await run(tool, ['apply'], { cwd: folder, env })).stdout).to.match(
          /no export changed/,
        );
        const refused = await run(tool, ['apply', '--set', 'n0=1'], { cwd: folder, env });
        expect([refused.code, refused.stdout]).to.deep.equal([1, '']);
        expect(refused.stderr).to.match(
          /cannot be written: forbidden \(403 AccessDenied\).*\[state\/forbidden\]/,
        );
      });
    });

    const refusals: readonly [string, () => Promise<SlotRead | SlotWrite>, RegExp][] = [
      [
        'a missing bucket is a fault of the settings',
        () => backend(service.full, { bucket: 'nowhere' }).state(false).read(),
        /^state\/settings: there is no bucket `nowhere` for the state s3:\/\/nowhere\/net\/state\.json at http/,
      ],
      [
        'a wrong secret is refused',
        () =>
          backend({ ...service.full, secretAccessKey: 'wrong' })
            .state(false)
            .read(),
        /^state\/forbidden: .* the service refuses the credentials \(403 SignatureDoesNotMatch\)$/,
      ],
      [
        'an unknown key is refused',
        () =>
          backend({ ...service.full, accessKeyId: 'AKIAWRONG' })
            .state(false)
            .read(),
        /^state\/forbidden: .* \(403 InvalidAccessKeyId\)$/,
      ],
      [
        'who may only read cannot write',
        () => backend(service.reader, { key: 'x.json' }).state(false).create('x'),
        /^state\/forbidden: .* cannot be written: forbidden \(403 AccessDenied\)$/,
      ],
    ];
    for (const [title, ask, expected] of refusals)
      it(title, async () => {
        expect(tell(await ask())).to.match(expected);
      });
  });

  describe('on a service that', () => {
    let server: Server | undefined;
    afterEach(() => {
      server?.closeAllConnections();
      server?.close();
      server = undefined;
    });
    /** A server whose requests are counted; its backend, and the pauses between attempts. */
    async function serve(
      handle: (request: IncomingMessage, response: ServerResponse, count: number) => void,
      patience = 10_000,
    ): Promise<{
      readonly backend: Backend;
      readonly pauses: number[];
      readonly requests: () => number;
    }> {
      let count = 0;
      const started = createServer((request, response) => {
        request.resume();
        request.on('end', () => {
          handle(request, response, ++count);
        });
      });
      server = started;
      await new Promise<void>((resolve) => {
        started.listen(0, '127.0.0.1', resolve);
      });
      const pauses: number[] = [];
      const backend = open(
        systemWith(keys, pauses, patience),
        declare(`http://127.0.0.1:${(started.address() as AddressInfo).port}`),
      );
      return { backend, pauses, requests: () => count };
    }
    const error = (
      response: ServerResponse,
      status: number,
      code: string,
      more: Readonly<Record<string, string>> = {},
    ): void => {
      response
        .writeHead(status, more)
        .end(
          code === ''
            ? ''
            : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message></Error>`,
        );
    };

    it('hides absence: forbidden, or absent without the right to list', async () => {
      const { backend, requests } = await serve((_, response) => {
        error(response, 403, 'AccessDenied');
      });
      expect(tell(await backend.state(false).read())).to.match(
        /^state\/forbidden: .* cannot be read: forbidden, or absent without the right to list the bucket \(403 AccessDenied\)$/,
      );
      expect(requests()).to.equal(1);
    });

    it('never answers: four attempts with longer and longer pauses, then a fault, never absence', async () => {
      const { backend, pauses, requests } = await serve(() => undefined, 300);
      expect(tell(await backend.state(false).read())).to.match(
        /^state\/unreachable: .* cannot be reached: no answer within 0\.3 seconds$/,
      );
      expect(requests()).to.equal(4);
      expect(pauses).to.have.length(3);
      const [first = 0, second = 0, third = 0] = pauses;
      expect(first).to.be.within(150, 450);
      expect(second).to.be.within(300, 900);
      expect(third).to.be.within(600, 1800);
    });

    it('fails now and then: it is asked again', async () => {
      const { backend, requests } = await serve((_, response, count) => {
        if (count < 3) error(response, count === 1 ? 503 : 500, 'SlowDown');
        else response.writeHead(200, { etag: '"1"' }).end('text');
      });
      expect(tell(await backend.state(false).read())).to.equal('present text');
      expect(requests()).to.equal(3);
    });

    it('breaks the connection: a fault', async () => {
      const { backend } = await serve((request) => {
        request.socket.destroy();
      });
      expect(tell(await backend.state(false).read())).to.match(/^state\/unreachable: /);
    });

    it('answers 404 without saying of what: no absence', async () => {
      const { backend } = await serve((_, response) => {
        response.writeHead(404).end('<html>not found</html>');
      });
      expect(tell(await backend.state(false).read())).to.match(
        /^state\/settings: .* the answer is 404, without saying that the key is missing$/,
      );
    });

    it('is in another region: the message names it', async () => {
      const { backend } = await serve((_, response) => {
        error(response, 301, 'PermanentRedirect', { 'x-amz-bucket-region': 'us-west-2' });
      });
      expect(tell(await backend.state(false).read())).to.equal(
        'state/settings: the bucket `states` is in the region `us-west-2`, not in `eu-central-1`',
      );
    });

    it('carried a write out, and its answer was lost: it is done', async () => {
      let stored = '';
      const { backend } = await serve((request, response, count) => {
        if (request.method === 'GET') response.writeHead(200, { etag: '"1"' }).end(stored);
        else if (count === 1) {
          stored = 'mine';
          request.socket.destroy();
        } else error(response, 412, 'PreconditionFailed');
      });
      expect(await backend.state(false).create('mine')).to.equal('done');
    });

    it('lost the answer of a write that somebody else came before: overtaken', async () => {
      const { backend } = await serve((request, response, count) => {
        if (request.method === 'GET') response.writeHead(200, { etag: '"1"' }).end('theirs');
        else if (count === 1) request.socket.destroy();
        else error(response, 412, 'PreconditionFailed');
      });
      expect(await backend.state(false).create('mine')).to.equal('overtaken');
    });

    it('ignores conditions: the lock is not taken, and nothing stays', async () => {
      let stored: string | undefined;
      const { backend } = await serve((request, response) => {
        if (request.method === 'PUT') stored = 'lock';
        if (request.method === 'DELETE') stored = undefined;
        if (request.method === 'GET' && stored === undefined) error(response, 404, 'NoSuchKey');
        else response.writeHead(200, { etag: '"1"' }).end(stored);
      });
      expect(tell(await backend.lock.create('lock'))).to.match(
        /^state\/settings: the service of .* ignores `If-None-Match`/,
      );
      expect(stored).to.equal(undefined);
    });

    it('knows no conditions where something is removed: it is asked without', async () => {
      const asked: string[] = [];
      const { backend } = await serve((request, response) => {
        if (request.method === 'GET') response.writeHead(200, { etag: '"1"' }).end('lock');
        else {
          asked.push(String(request.headers['if-match']));
          if (request.headers['if-match'] === undefined) response.writeHead(204).end();
          else error(response, 501, 'NotImplemented');
        }
      });
      expect(await backend.lock.remove('"1"')).to.equal('done');
      expect(asked).to.deep.equal(['"1"', 'undefined']);
    });

    it('lost the answer to the second taking of a lock: the lock is taken, nothing is suspected', async () => {
      let stored: string | undefined;
      const { backend } = await serve((request, response, count) => {
        if (request.method === 'GET') response.writeHead(200, { etag: '"1"' }).end(stored);
        else if (stored === undefined) {
          stored = 'lock';
          response.writeHead(200, { etag: '"1"' }).end();
        } else error(response, count === 2 ? 503 : 412, 'PreconditionFailed');
      });
      expect(await backend.lock.create('lock')).to.equal('done');
    });

    it('does not know conditions: the message says so', async () => {
      const { backend } = await serve((_, response) => {
        error(response, 501, 'NotImplemented');
      });
      expect(tell(await backend.state(false).create('x'))).to.match(
        /^state\/settings: .* does not know conditional writes \(501 NotImplemented\)$/,
      );
    });

    it('sends more than a state can be: refused without reading on', async () => {
      const { backend, requests } = await serve((_, response) => {
        response.writeHead(200, { etag: '"1"' }).end(Buffer.alloc(65 * 1024 * 1024));
      });
      expect(tell(await backend.state(false).read())).to.match(
        /^state\/unreachable: .* the answer has more than/,
      );
      expect(requests()).to.equal(1);
    });
  });

  it('a fault is a broken state at its declaration, never an absent one', async () => {
    const read = await readState(memorySystem({}, { env: {} }), declare(undefined));
    expect(read.kind).to.equal('broken');
    expect(read.kind === 'broken' && read.diagnostic.span.source.name).to.equal('inventory.yaml');
  });
});
