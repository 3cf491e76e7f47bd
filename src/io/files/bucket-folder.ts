// A folder in a bucket of an S3-compatible store, so that nodes without a shared disk see the same files.

import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { Problem } from '../../core/problem.ts';
import { redirectTargetOf } from '../../core/urls/redirect-target.ts';
import { StartFault } from '../start-fault.ts';
import type { AnnouncedFile, FileFolder } from './file-folder.ts';

const waitMillis = 10_000;

/**
 * `url` is `https://KEY:SECRET@host/bucket/folder?region=eu-central-1`. Key and secret are percent-encoded. The folder
 * and the region (default: us-east-1) are optional. Requests are signed with AWS Signature Version 4, including the
 * body, and use path-style bucket names. If the store is unreachable or rejects a request, calls throw Problem
 * temporarily_unavailable. Throws StartFault for an invalid URL.
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

/** The timeout covers the whole call, including the body. A 404 is passed on as a normal response. */
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

/** Reads at most `most` bytes into memory. Returns null if there is no such file. */
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
 * Puts AWS Signature Version 4 in the query ("Authenticating Requests: Using Query Parameters", Amazon S3 API
 * Reference). Type and length are signed headers, so the store accepts only such a file. The content is not known yet,
 * so the body is not signed.
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
    detail: 'The picture store cannot be reached right now.',
    headers: { 'retry-after': '5' },
  });
}
