// A folder in a bucket of an S3-compatible store, so that nodes without a common disk show the same files.
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { Problem } from '../../core/problem.ts';
import { StartFault } from '../start-fault.ts';
import type { FileFolder } from './file-folder.ts';

const waitMillis = 10_000;

/**
 * `url` is `https://KEY:SECRET@host/bucket/folder?region=eu-central-1`; key and secret percent-encoded, folder and region
 * (us-east-1) may be left out. Requests are signed with AWS Signature Version 4, bodies included, and name the bucket in
 * the path. A store that is away, or refuses, is Problem temporarily_unavailable. Throws StartFault for any other text.
 */
export function bucketFolder(url: string): FileFolder {
  const { place, client } = readBucketUrl(url);
  const call = async (method: string, name: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> => {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const headers = { 'x-amz-content-sha256': hash, ...(body === undefined ? {} : { 'content-type': 'image/webp' }) };
    const signal = AbortSignal.timeout(waitMillis);
    try {
      const init = { method, headers, signal, redirect: 'error' as const };
      const response = await client.fetch(`${place}/${name}`, body === undefined ? init : { ...init, body });
      if (response.ok || response.status === 404) return response;
      throw new Error(`the store answered ${response.status}`);
    } catch (error) {
      throw Object.assign(away(), { cause: error });
    }
  };
  return {
    async write(name, bytes) {
      const response = await call('PUT', name, new Uint8Array(bytes));
      await response.body?.cancel();
      if (!response.ok) throw away();
    },
    async read(name) {
      const response = await call('GET', name);
      if (response.ok) return Buffer.from(await response.arrayBuffer());
      await response.body?.cancel();
      return null;
    },
    async remove(name) {
      const response = await call('DELETE', name);
      await response.body?.cancel();
    },
  };
}

function readBucketUrl(text: string): { place: string; client: AwsClient } {
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
