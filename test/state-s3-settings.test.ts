/** Which service a state in S3 asks, and as whom: the declaration, the environment, and the shared files of the AWS tools. */
import { expect } from 'chai';
import type { S3State } from '../src/state/declaration.js';
import { s3Backend } from '../src/state/s3.js';
import type { System } from '../src/system.js';
import { memorySystem } from './support/memory-system.js';

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

describe('a state in S3 asks', () => {
  /** The URL of the first request, and its headers. */
  async function asked(
    env: Readonly<Record<string, string>>,
    declaration: S3State,
    files: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const memory = memorySystem(
      { '/home/anna/.bashrc': '', ...files },
      { env: { HOME: '/home/anna', ...env } },
    );
    let seen = '';
    const machine = {
      ...memory.machine(),
      fetch: ({ url, headers }: Parameters<ReturnType<System['machine']>['fetch']>[0]) => {
        const credential = /Credential=([^/]+)\/\d+\/([^/]+)/.exec(headers.authorization ?? '');
        seen = `${url} as ${credential?.[1] ?? ''} in ${credential?.[2] ?? ''}${headers['x-amz-security-token'] === undefined ? '' : ' with token'}`;
        return Promise.resolve({ failure: 'too-large', detail: '' } as const);
      },
    };
    const opened = s3Backend({ ...memory, machine: () => machine }, declaration);
    if ('fault' in opened)
      return `${opened.fault.code}: ${opened.fault.message}${opened.fault.help === undefined ? '' : ` (${opened.fault.help})`}`;
    await opened.backend.state(false).read();
    return seen;
  }
  const environment = { AWS_ACCESS_KEY_ID: 'ENV', AWS_SECRET_ACCESS_KEY: 's' };
  const credentials =
    '[default]\naws_access_key_id = FILE\naws_secret_access_key = s\n\n# other\n[ ops ]\naws_access_key_id=OPS\naws_secret_access_key=s=1\naws_session_token=t\n[half]\naws_access_key_id = HALF\n';
  const config =
    '[default]\nregion = eu-west-1\n[profile ops]\nregion = ap-northeast-1 ; comment\nendpoint_url = https://s3.example.org/\ns3 =\n  addressing_style = path\n[profile sso]\nsso_session = corp\n';
  const files = { '/home/anna/.aws/credentials': credentials, '/home/anna/.aws/config': config };
  const rows: readonly [string, Readonly<Record<string, string>>, Partial<S3State>, string][] = [
    [
      'AWS by the host name of the bucket',
      environment,
      {},
      'https://states.s3.eu-central-1.amazonaws.com/net/state.json as ENV in eu-central-1',
    ],
    [
      'a bucket with dots by the path',
      environment,
      { bucket: 'my.states' },
      'https://s3.eu-central-1.amazonaws.com/my.states/net/state.json as ENV in eu-central-1',
    ],
    [
      'China by its own domain',
      environment,
      { region: 'cn-north-1' },
      'https://states.s3.cn-north-1.amazonaws.com.cn/net/state.json as ENV in cn-north-1',
    ],
    [
      'another endpoint by the path',
      environment,
      { endpoint: 'https://minio:9000' },
      'https://minio:9000/states/net/state.json as ENV in eu-central-1',
    ],
    [
      'another endpoint by host name, if told so',
      environment,
      { endpoint: 'https://s3.example.org', pathStyle: false },
      'https://states.s3.example.org/net/state.json as ENV in eu-central-1',
    ],
    [
      'AWS by the path, if told so',
      environment,
      { pathStyle: true },
      'https://s3.eu-central-1.amazonaws.com/states/net/state.json as ENV in eu-central-1',
    ],
    [
      'with the session token',
      { ...environment, AWS_SESSION_TOKEN: 't' },
      {},
      'https://states.s3.eu-central-1.amazonaws.com/net/state.json as ENV in eu-central-1 with token',
    ],
    [
      'in the region of the environment',
      { ...environment, AWS_REGION: 'us-east-2', AWS_DEFAULT_REGION: 'x' },
      { region: undefined },
      'https://states.s3.us-east-2.amazonaws.com/net/state.json as ENV in us-east-2',
    ],
    [
      'at the endpoint of the environment',
      { ...environment, AWS_ENDPOINT_URL: 'https://x', AWS_ENDPOINT_URL_S3: 'https://minio:9000/' },
      { region: undefined },
      'https://minio:9000/states/net/state.json as ENV in eu-west-1',
    ],
    [
      'as the default profile',
      {},
      { region: undefined },
      'https://states.s3.eu-west-1.amazonaws.com/net/state.json as FILE in eu-west-1',
    ],
    [
      'as the profile of AWS_PROFILE',
      { AWS_PROFILE: 'ops' },
      { region: undefined },
      'https://s3.example.org/states/net/state.json as OPS in ap-northeast-1 with token',
    ],
    [
      'with the keys of the environment before AWS_PROFILE',
      { ...environment, AWS_PROFILE: 'ops' },
      { endpoint: 'https://h' },
      'https://h/states/net/state.json as ENV in eu-central-1',
    ],
    [
      'as the profile of the declaration before the environment',
      environment,
      { profile: 'ops' },
      'https://s3.example.org/states/net/state.json as OPS in eu-central-1 with token',
    ],
    [
      'nothing without credentials',
      { HOME: '/nowhere' },
      {},
      'state/settings: there are no credentials for S3: neither in the environment nor in `/nowhere/.aws/credentials` and `/nowhere/.aws/config` (set `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or name a `profile`)',
    ],
    [
      'nothing with half of the credentials',
      { AWS_ACCESS_KEY_ID: 'ENV' },
      {},
      'state/settings: `AWS_ACCESS_KEY_ID` is set, and `AWS_SECRET_ACCESS_KEY` is not',
    ],
    [
      'nothing with half of a profile',
      { AWS_PROFILE: 'half' },
      {},
      'state/settings: the profile `half` has no `aws_secret_access_key` in `/home/anna/.aws/credentials` and `/home/anna/.aws/config`',
    ],
    [
      'nothing for a profile that is not there',
      {},
      { profile: 'prod' },
      'state/settings: there is no profile `prod` in `/home/anna/.aws/credentials` and `/home/anna/.aws/config` (set `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or name a `profile`)',
    ],
    [
      'nothing for a profile that needs a login',
      {},
      { profile: 'sso' },
      'state/settings: the profile `sso` gets its credentials by `sso_session`, which is not supported (run `eval "$(aws configure export-credentials --profile sso --format env)"` first)',
    ],
    [
      'nothing without a region',
      { ...environment, HOME: '/nowhere' },
      { region: undefined },
      'state/settings: the region of the bucket `states` is not known (write `region` in `state`, or set `AWS_REGION`)',
    ],
  ];
  for (const [title, env, declaration, expected] of rows) {
    it(title, async () => {
      expect(await asked(env, declare(undefined, declaration), files)).to.equal(expected);
    });
  }

  it('at files that the environment names', async () => {
    const env = { AWS_SHARED_CREDENTIALS_FILE: '/etc/keys', AWS_CONFIG_FILE: '/etc/config' };
    expect(
      await asked(env, declare(undefined, { region: undefined }), {
        '/etc/keys': credentials,
        '/etc/config': config,
      }),
    ).to.equal('https://states.s3.eu-west-1.amazonaws.com/net/state.json as FILE in eu-west-1');
  });
});
