// A folder in a bucket of an S3-compatible store, so that nodes without a common disk show the same files.

import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { Problem } from '../../core/problem.ts';
import { redirectTargetOf } from '../../core/urls/redirect-target.ts';
import { StartFault } from '../start-fault.ts';
import type { AnnouncedFile, FileFolder } from './file-folder.ts';

const waitMillis = 10_000;

/**
 * `url` is `https://KEY:SECRET@host/bucket/folder?region=eu-central-1`; key and secret percent-encoded, folder and
 * region (us-east-1) may be left out. Requests are signed with AWS Signature Version 4, bodies included, and name the
 * bucket in the path. A store that is away, or refuses, is Problem temporarily_unavailable. Throws StartFault for any
 * other text.
 */
export function bucketFolder(url: string): FileFolder {
  const { place, client } = readBucketUrl(url);
  const call = callsOf(place, client);
  return {
    async write(name, bytes) {
      const isThere = await call('PUT', name, async (response) => response.ok, new Uint8Array(bytes));
      if (!isThere) throw away();
    },
    read: (name) => call('GET', name, (response) => bytesOf(response, Number.POSITIVE_INFINITY)),
    remove: (name) => call('DELETE', name, async () => {}),
    direct: {
      addressFor: (name, file) => presignedPut(client, `${place}/${name}`, file),
      readStart: (name, mostBytes) => call('GET', name, (response) => bytesOf(response, mostBytes)),
    },
  };
}

/** Reads the answer within the time that the whole call has; 404 is an answer like any other. */
function callsOf(place: string, client: AwsClient) {
  return async <T>(
    method: string,
    name: string,
    read: (response: Response) => Promise<T>,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<T> => {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const headers = { 'x-amz-content-sha256': hash, ...(body === undefined ? {} : { 'content-type': 'image/webp' }) };
    const signal = AbortSignal.timeout(waitMillis);
    try {
      const init = { method, headers, signal, redirect: 'manual' as const };
      const response = await client.fetch(`${place}/${name}`, body === undefined ? init : { ...init, body });
      const target = redirectTargetOf(place, response, { isSecretPath: true });
      if (target !== null) throw new Error(`the store redirects to ${target} (${response.status})`);
      if (!response.ok && response.status !== 404) {
        await response.body?.cancel();
        throw new Error(`the store answered ${response.status}`);
      }
      const found = await read(response);
      if (!response.bodyUsed) await response.body?.cancel();
      return found;
    } catch (error) {
      throw Object.assign(away(), { cause: error });
    }
  };
}

/** No more than `most` of them are ever held; null where there is no such file. */
async function bytesOf(response: Response, most: number): Promise<Buffer | null> {
  if (!response.ok) return null;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    length += part.length;
    if (length >= most) break;
  }
  const bytes = Buffer.concat(parts);
  return length > most ? bytes.subarray(0, most) : bytes;
}

/**
 * AWS Signature Version 4 in the query ("Authenticating Requests: Using Query Parameters", Amazon S3 API Reference).
 * Type and length are signed headers: the store takes no other file. What is in it nobody knows yet, so the body is not
 * signed.
 */
async function presignedPut(client: AwsClient, address: string, file: AnnouncedFile): Promise<string> {
  const url = new URL(address);
  url.searchParams.set('X-Amz-Expires', String(file.seconds));
  const signed = await client.sign(url.href, {
    method: 'PUT',
    headers: { 'content-type': file.contentType, 'content-length': String(file.size) },
    aws: {
      signQuery: true,
      allHeaders: true,
      datetime: file.from.toISOString().replace(/[:-]|\.\d{3}/g, ''),
    },
  });
  return signed.url;
}

export function readBucketUrl(text: string): { place: string; client: AwsClient } {
  const url = URL.parse(text.replace(/^s3:/, 'https:'));
  const path = url?.pathname.replace(/\/+$/, '') ?? '';
  if (url === null || url.username === '' || url.password === '' || path === '') {
    throw new StartFault('S3_URL must be like https://KEY:SECRET@host/bucket?region=us-east-1.');
  }
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    service: 's3',
    region: url.searchParams.get('region') ?? 'us-east-1',
    retries: 1,
  });
  return { place: url.origin + path, client };
}

function away(): Problem {
  return new Problem('temporarily_unavailable', {
    detail: 'The store of pictures cannot be reached right now.',
    headers: { 'retry-after': '5' },
  });
}
