/**
 * One signed request to an S3-compatible service, tried again where it may help: no answer in time, a broken
 * connection, 429 and 5xx, each time after a longer pause. What it answers in the end is a value; silence is a
 * fault, never an answer.
 */
import { AwsV4Signer } from 'aws4fetch';
import type { HttpFailure, HttpResponse } from '../machine.js';
import type { System } from '../system.js';
import type { AwsSettings } from './aws-settings.js';

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface S3Answer {
  readonly response: HttpResponse | HttpFailure;
  /** How often it was asked: after more than one time an earlier one may have been carried out unheard. */
  readonly attempts: number;
}

const maxAttempts = 4;
const timeoutMilliseconds = 10_000;
const firstPause = 300;

export async function askS3(
  system: System,
  settings: AwsSettings,
  request: S3Request,
): Promise<S3Answer> {
  const machine = system.machine();
  for (let attempts = 1; ; attempts++) {
    const headers = await sign(system, settings, request);
    const response = await machine.fetch({ ...request, headers, timeoutMilliseconds });
    if (attempts === maxAttempts || !mayHelp(response)) return { response, attempts };
    await machine.sleep(firstPause * 2 ** (attempts - 1) * (0.5 + machine.random()));
  }
}

function mayHelp(response: HttpResponse | HttpFailure): boolean {
  if ('failure' in response) return response.failure !== 'too-large';
  return response.status === 429 || (response.status >= 500 && response.status !== 501);
}

async function sign(
  system: System,
  { accessKeyId, secretAccessKey, sessionToken, region }: AwsSettings,
  { method, url, headers, body }: S3Request,
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    method,
    url,
    headers: { ...headers, 'x-amz-content-sha256': system.machine().sha256(body ?? '') },
    accessKeyId,
    secretAccessKey,
    service: 's3',
    region,
    datetime: new Date(system.now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    ...(body === undefined ? {} : { body }),
    ...(sessionToken === undefined ? {} : { sessionToken }),
  });
  const signed = await signer.sign();
  return Object.fromEntries(signed.headers.entries());
}
