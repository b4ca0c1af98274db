/**
 * A real S3-compatible server with buckets and users, started once per process: `scripts/s3-server.mjs`. From the first
 * request of a test on it checks signatures and policies.
 */
import { AwsV4Signer } from 'aws4fetch';
import { startS3Server } from '../../scripts/s3-server.mjs';

export interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface S3Service {
  readonly url: string;
  /** An empty bucket. */
  readonly bucket: string;
  /** May do everything with objects, and list buckets. */
  readonly full: Keys;
  /** May read and write objects, and not list. */
  readonly blind: Keys;
  /** May read objects only. */
  readonly reader: Keys;
  readonly stop: () => Promise<void>;
}

const anybody: Keys = { accessKeyId: 'anybody', secretAccessKey: 'anything' };
const region = 'eu-central-1';

export async function startS3(): Promise<S3Service> {
  const { url, stop } = await startS3Server();
  const bucket = 'states';
  const configuration = `<CreateBucketConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`;
  await ask(url, 's3', 'PUT', `/${bucket}`, anybody, configuration);
  const full = await makeUser(url, 'full', ['s3:*']);
  const blind = await makeUser(url, 'blind', ['s3:GetObject', 's3:PutObject', 's3:DeleteObject']);
  const reader = await makeUser(url, 'reader', ['s3:GetObject', 's3:ListBucket']);
  await fetch(`${url}/moto-api/reset-auth`, { method: 'POST', body: '0' });
  return { url, bucket, full, blind, reader, stop };
}

async function makeUser(url: string, name: string, actions: readonly string[]): Promise<Keys> {
  await iam(url, { Action: 'CreateUser', UserName: name });
  const policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: actions, Resource: '*' }],
  });
  await iam(url, {
    Action: 'PutUserPolicy',
    UserName: name,
    PolicyName: 'objects',
    PolicyDocument: policy,
  });
  const made = await iam(url, { Action: 'CreateAccessKey', UserName: name });
  const field = (tag: string): string =>
    new RegExp(`<${tag}>([^<]+)</${tag}>`).exec(made)?.[1] ?? '';
  return { accessKeyId: field('AccessKeyId'), secretAccessKey: field('SecretAccessKey') };
}

async function iam(url: string, fields: Readonly<Record<string, string>>): Promise<string> {
  return await ask(
    url,
    'iam',
    'POST',
    '/',
    anybody,
    new URLSearchParams({ Version: '2010-05-08', ...fields }).toString(),
    { 'content-type': 'application/x-www-form-urlencoded' },
  );
}

async function ask(
  url: string,
  service: string,
  method: string,
  path: string,
  keys: Keys,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const signed = await new AwsV4Signer({
    method,
    url: url + path,
    body,
    headers: { ...headers },
    service,
    region,
    ...keys,
  }).sign();
  const answer = await fetch(signed.url, { method, headers: signed.headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} ended with ${answer.status}: ${text}`);
  return text;
}
