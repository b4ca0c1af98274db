/**
 * Where and as whom an S3-compatible service is asked, from the declaration, the environment and the shared
 * credentials and config files, in the order of the AWS tools: what the declaration says, then the environment, then
 * the profile. Reads files only as far as they are needed.
 */
import { join } from 'node:path';
import type { System } from '../system.js';
import { isHttpUrl } from '../text/http-url.js';
import type { S3State } from './declaration.js';
import type { Fault } from './slot.js';

export interface AwsSettings {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
  readonly region: string;
  /** URL without a slash at its end; undefined for that of AWS. */
  readonly endpoint: string | undefined;
}

/** Section → setting → value, as in an INI file of the AWS tools. */
type Sections = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Ways of a profile to get credentials that need a program or another service. */
const unsupported = [
  'credential_process',
  'sso_session',
  'sso_start_url',
  'role_arn',
  'web_identity_token_file',
  'credential_source',
  'login_session',
];

interface Profile {
  readonly name: string;
  /** The settings of both files; those of the credentials file first. */
  readonly settings: ReadonlyMap<string, string>;
  readonly exists: boolean;
  readonly files: readonly string[];
}

export function awsSettings(system: System, declaration: S3State): AwsSettings | Fault {
  const { env } = system;
  let read: Profile | undefined;
  const profile = (): Profile =>
    (read ??= readProfile(
      system,
      declaration.profile ??
        filled(env.AWS_PROFILE) ??
        filled(env.AWS_DEFAULT_PROFILE) ??
        'default',
    ));
  const credentials = credentialsOf(system, declaration, profile);
  if ('code' in credentials) return credentials;
  const endpoint =
    declaration.endpoint ??
    filled(env.AWS_ENDPOINT_URL_S3) ??
    filled(env.AWS_ENDPOINT_URL) ??
    profile().settings.get('endpoint_url');
  if (endpoint !== undefined && !isHttpUrl(endpoint))
    return {
      code: 'state/settings',
      message: `\`${endpoint}\` is no URL of a service`,
      help: 'write it as `https://HOST` or `http://HOST:PORT`',
    };
  const region =
    declaration.region ??
    filled(env.AWS_REGION) ??
    filled(env.AWS_DEFAULT_REGION) ??
    profile().settings.get('region') ??
    (endpoint === undefined ? undefined : 'us-east-1');
  if (region === undefined)
    return {
      code: 'state/settings',
      message: `the region of the bucket \`${declaration.bucket}\` is not known`,
      help: 'write `region` in `state`, or set `AWS_REGION`',
    };
  return { ...credentials, region, endpoint: endpoint?.replace(/\/+$/, '') };
}

type Credentials = Pick<AwsSettings, 'accessKeyId' | 'secretAccessKey' | 'sessionToken'>;

function credentialsOf(
  { env }: System,
  declaration: S3State,
  profile: () => Profile,
): Credentials | Fault {
  const id = filled(env.AWS_ACCESS_KEY_ID);
  const secret = filled(env.AWS_SECRET_ACCESS_KEY);
  // A profile that is named by the inventory itself is meant more than the environment's keys.
  if (declaration.profile === undefined) {
    if (id !== undefined && secret !== undefined)
      return {
        accessKeyId: id,
        secretAccessKey: secret,
        sessionToken: filled(env.AWS_SESSION_TOKEN),
      };
    if (id !== undefined || secret !== undefined) {
      const [there, missing] =
        id === undefined
          ? ['AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID']
          : ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
      return { code: 'state/settings', message: `\`${there}\` is set, and \`${missing}\` is not` };
    }
  }
  return credentialsIn(
    profile(),
    declaration.profile !== undefined || filled(env.AWS_PROFILE) !== undefined,
  );
}

function credentialsIn(
  { name, settings, exists, files }: Profile,
  isNamed: boolean,
): Credentials | Fault {
  const accessKeyId = settings.get('aws_access_key_id');
  const secretAccessKey = settings.get('aws_secret_access_key');
  if (accessKeyId !== undefined && secretAccessKey !== undefined)
    return { accessKeyId, secretAccessKey, sessionToken: settings.get('aws_session_token') };
  const where = files.map((each) => `\`${each}\``).join(' and ');
  if (!exists) {
    const message = isNamed
      ? `there is no profile \`${name}\` in ${where}`
      : `there are no credentials for S3: neither in the environment nor in ${where}`;
    return {
      code: 'state/settings',
      message,
      help: 'set `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or name a `profile`',
    };
  }
  const way = unsupported.find((each) => settings.has(each));
  if (way !== undefined) {
    return {
      code: 'state/settings',
      message: `the profile \`${name}\` gets its credentials by \`${way}\`, which is not supported`,
      help: `run \`eval "$(aws configure export-credentials --profile ${name} --format env)"\` first`,
    };
  }
  return {
    code: 'state/settings',
    message: `the profile \`${name}\` has no \`${accessKeyId === undefined ? 'aws_access_key_id' : 'aws_secret_access_key'}\` in ${where}`,
  };
}

function readProfile(system: System, name: string): Profile {
  const { env } = system;
  const home = filled(env.HOME) ?? '';
  const files = [
    filled(env.AWS_SHARED_CREDENTIALS_FILE) ?? join(home, '.aws', 'credentials'),
    filled(env.AWS_CONFIG_FILE) ?? join(home, '.aws', 'config'),
  ];
  const [credentials, config] = files.map((path) => sectionsOf(system, path));
  const inCredentials = credentials?.get(name);
  const inConfig =
    config?.get(name === 'default' ? 'default' : `profile ${name}`) ??
    (name === 'default' ? config?.get('profile default') : undefined);
  return {
    name,
    settings: new Map([...(inConfig ?? []), ...(inCredentials ?? [])]),
    exists: inCredentials !== undefined || inConfig !== undefined,
    files,
  };
}

function sectionsOf(system: System, path: string): Sections {
  const read = system.readFile(path);
  return 'failure' in read ? new Map() : parseSections(new TextDecoder().decode(read.bytes));
}

/** Settings of sections; nested ones (indented lines below a setting without value) are left out. */
export function parseSections(text: string): Sections {
  const sections = new Map<string, Map<string, string>>();
  let section: Map<string, string> | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:[#;]|$)/.test(line)) continue;
    const header = /^\s*\[\s*([^\]]*?)\s*\]/.exec(line)?.[1]?.replace(/\s+/g, ' ');
    if (header !== undefined) {
      section = sections.get(header) ?? new Map<string, string>();
      sections.set(header, section);
      continue;
    }
    const [, key, value] = /^([^=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined && value !== '')
      section?.set(key.toLowerCase(), value.replace(/\s+[#;].*$/, ''));
  }
  return sections;
}

/** Variables that are empty count as unset, as the AWS tools have it. */
function filled(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
