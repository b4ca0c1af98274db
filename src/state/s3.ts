/**
 * A state and its lock as two objects of an S3-compatible service. Every write is conditional: it says which version
 * it replaces, so that of two writers one is told that it was overtaken. A service that ignores conditions is found
 * out when the lock is taken, and refused. Only the service's own word for it, `NoSuchKey`, means that there is nothing.
 */
import type { HttpFailure, HttpResponse } from '../machine.js';
import type { System } from '../system.js';
import { awsSettings, type AwsSettings } from './aws-settings.js';
import { placeOfState, type S3State } from './declaration.js';
import { askS3, type S3Answer } from './s3-request.js';
import type { Backend, Fault, Slot, SlotRead, SlotWrite } from './slot.js';

interface Place {
  readonly system: System;
  readonly settings: AwsSettings;
  readonly declaration: S3State;
  readonly url: string;
  /** How messages call it. */
  readonly name: string;
}

/** The backend of an s3 state, or why it cannot be had. Nothing is asked yet. */
export function s3Backend(
  system: System,
  declaration: S3State,
): { readonly backend: Backend } | { readonly fault: Fault } {
  const settings = awsSettings(system, declaration);
  if ('code' in settings) return { fault: settings };
  const name = placeOfState(declaration);
  const place = (key: string): Place => ({
    system,
    settings,
    declaration,
    url: urlOf(settings, declaration, key),
    name,
  });
  const state = slot(place(declaration.key));
  const lock = slot(place(`${declaration.key}.lock`));
  return {
    backend: {
      place: name,
      state: () => state,
      lock: { ...lock, create: (text) => createProven(lock, text, name) },
    },
  };
}

function slot(place: Place): Slot {
  return {
    read: () => read(place),
    create: (text) => put(place, { 'if-none-match': '*' }, text),
    replace: (version, text) => put(place, { 'if-match': version }, text),
    remove: (version) => remove(place, version),
  };
}

/** Makes the lock, and makes it once more, which must fail: so a service that ignores conditions is found out. */
async function createProven(lock: Slot, text: string, name: string): Promise<SlotWrite> {
  const made = await lock.create(text);
  if (made !== 'done') return made;
  // Another text: after a lost answer the same one would look as if this attempt had been carried out.
  const again = await lock.create(`${text}\n`);
  if (again === 'overtaken') return 'done';
  const made2 = await lock.read();
  if (made2.kind === 'present') await lock.remove(made2.version);
  if (again !== 'done') return again;
  return {
    fault: {
      code: 'state/settings',
      message: `the service of ${name} ignores \`If-None-Match\`, so nothing keeps two writers apart`,
      help: 'use a service with conditional writes, or keep the state in a file',
    },
  };
}

async function read(place: Place): Promise<SlotRead> {
  const { response } = await askS3(place.system, place.settings, {
    method: 'GET',
    url: place.url,
    headers: {},
  });
  if ('failure' in response) return { kind: 'failed', fault: silence(place, response) };
  if (response.status === 200) {
    const version = response.header('etag');
    if (version !== undefined) return { kind: 'present', text: response.body, version };
    return {
      kind: 'failed',
      fault: {
        code: 'state/unreadable',
        message: `the service of ${place.name} sends no \`ETag\`, so changes by others could not be seen`,
      },
    };
  }
  if (response.status === 404 && errorCode(response) === 'NoSuchKey') return { kind: 'absent' };
  return { kind: 'failed', fault: refusal(place, response, 'read') };
}

async function put(
  place: Place,
  condition: Readonly<Record<string, string>>,
  text: string,
): Promise<SlotWrite> {
  const answer = await askS3(place.system, place.settings, {
    method: 'PUT',
    url: place.url,
    headers: { ...condition, 'content-type': 'application/json' },
    body: text,
  });
  const { response } = answer;
  if ('failure' in response)
    return (await isThere(place, answer, text)) ? 'done' : { fault: silence(place, response) };
  if (response.status === 200 || response.status === 204) return 'done';
  // With If-Match, an object that is gone is answered by 404.
  if (
    response.status === 412 ||
    response.status === 409 ||
    (response.status === 404 && errorCode(response) === 'NoSuchKey')
  ) {
    return (await isThere(place, answer, text)) ? 'done' : 'overtaken';
  }
  return { fault: refusal(place, response, 'write') };
}

/** Whether an earlier attempt was carried out, and only its answer was lost. */
async function isThere(place: Place, { attempts }: S3Answer, text: string): Promise<boolean> {
  if (attempts === 1) return false;
  const found = await read(place);
  return found.kind === 'present' && found.text === text;
}

/** Not every service knows a condition here: so the version is looked at first, and one that refuses it is asked without. */
async function remove(place: Place, version: string): Promise<SlotWrite> {
  const found = await read(place);
  if (found.kind === 'failed') return { fault: found.fault };
  if (found.kind === 'absent' || found.version !== version) return 'overtaken';
  let { response } = await askS3(place.system, place.settings, {
    method: 'DELETE',
    url: place.url,
    headers: { 'if-match': version },
  });
  if ('status' in response && response.status === 501)
    ({ response } = await askS3(place.system, place.settings, {
      method: 'DELETE',
      url: place.url,
      headers: {},
    }));
  if ('failure' in response) return { fault: silence(place, response) };
  if (response.status < 300) return 'done';
  if (response.status === 412 || response.status === 409) return 'overtaken';
  return response.status === 404 && errorCode(response) === 'NoSuchKey'
    ? 'done'
    : { fault: refusal(place, response, 'write') };
}

/** `https://bucket.s3.region.amazonaws.com/key`, or with the bucket in the path. */
function urlOf(
  { region, endpoint }: AwsSettings,
  { bucket, key, pathStyle }: S3State,
  objectKey = key,
): string {
  const base = new URL(
    endpoint ??
      `https://s3.${region}.${region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'}`,
  );
  const path = objectKey
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(
        /[!'()*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
  const inPath = pathStyle ?? (endpoint !== undefined || bucket.includes('.'));
  const root = base.pathname.replace(/\/$/, '');
  return inPath
    ? `${base.origin}${root}/${bucket}/${path}`
    : `${base.protocol}//${bucket}.${base.host}${root}/${path}`;
}

function silence({ name, settings }: Place, { failure, detail }: HttpFailure): Fault {
  const help =
    failure === 'network'
      ? `is \`${settings.endpoint ?? settings.region}\` the right ${settings.endpoint === undefined ? 'region' : 'endpoint'}, and is the network there?`
      : undefined;
  return {
    code: 'state/unreachable',
    message: `the state ${name} cannot be reached: ${detail}`,
    help,
  };
}

/** What a service's answer means that is neither the object nor its absence. */
function refusal(place: Place, response: HttpResponse, act: 'read' | 'write'): Fault {
  const { name, declaration, settings } = place;
  const code = errorCode(response);
  const said = `${response.status}${code === undefined ? '' : ` ${code}`}`;
  const region =
    response.header('x-amz-bucket-region') ?? /<Region>([^<]+)<\/Region>/.exec(response.body)?.[1];
  const cannot = `the state ${name} cannot be ${act === 'read' ? 'read' : 'written'}`;
  if (code === 'NoSuchBucket')
    return {
      code: 'state/settings',
      message: `there is no bucket \`${declaration.bucket}\` for the state ${name}`,
      help: 'make the bucket, or correct `bucket`, `endpoint` or the account',
    };
  if (
    region !== undefined &&
    region !== settings.region &&
    [301, 307, 400].includes(response.status)
  ) {
    return {
      code: 'state/settings',
      message: `the bucket \`${declaration.bucket}\` is in the region \`${region}\`, not in \`${settings.region}\``,
      help: `write \`region: ${region}\` in \`state\``,
    };
  }
  if (response.status === 403 && (code === undefined || code === 'AccessDenied')) {
    const reason =
      act === 'read' ? 'forbidden, or absent without the right to list the bucket' : 'forbidden';
    const right =
      act === 'read'
        ? '`s3:GetObject`, and `s3:ListBucket` so that absence can be told'
        : '`s3:PutObject` and `s3:DeleteObject`, on the lock beside it too';
    return {
      code: 'state/forbidden',
      message: `${cannot}: ${reason} (${said})`,
      help: `give the credentials ${right}`,
    };
  }
  if (response.status === 401 || response.status === 403)
    return {
      code: 'state/forbidden',
      message: `${cannot}: the service refuses the credentials (${said})`,
      help: credentialHelp[code ?? ''],
    };
  if (response.status === 501)
    return {
      code: 'state/settings',
      message: `${cannot}: the service does not know conditional writes (${said})`,
      help: 'use a service with conditional writes, or keep the state in a file',
    };
  if (response.status === 404)
    return {
      code: 'state/settings',
      message: `${cannot}: the answer is ${said}, without saying that the key is missing`,
      help: `is \`${settings.endpoint ?? ''}\` the endpoint of an S3-compatible service?`,
    };
  return { code: 'state/unreachable', message: `${cannot}: the service answers ${said}` };
}

/** What to do about credentials that are refused for a reason. */
const credentialHelp: Readonly<Record<string, string>> = {
  RequestTimeTooSkewed: 'set the clock of this machine',
  ExpiredToken: 'the session token has expired: get a new one',
  InvalidAccessKeyId: 'is this the access key of this service?',
  SignatureDoesNotMatch: 'is the secret key right?',
};

/** The code in the XML of an error. */
function errorCode({ body }: HttpResponse): string | undefined {
  return /<Code>([^<]+)<\/Code>/.exec(body)?.[1];
}
