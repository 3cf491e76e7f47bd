// With S3_URL the pictures of all nodes are in one bucket, reached with signed requests alone.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { bucketFolder } from '../src/io/files/bucket-folder.ts';
import { StartFault } from '../src/io/start-fault.ts';
import { type Json, ok } from './rig/client.ts';
import { type TestDatabase, testDatabase } from './rig/database.ts';
import { createMerchant } from './rig/merchant.ts';
import { type BucketServer, signatureOf, startBucketServer } from './rig/outside/bucket-server.ts';
import { picture } from './rig/outside/odd-images.ts';
import { type ServiceProcess, startService, withoutNetworks } from './rig/service.ts';

const secret = 'a/secret+with=signs';
let bucket: BucketServer;
let database: TestDatabase;
const nodes: ServiceProcess[] = [];

const at = (password: string) =>
  `${bucket.url.replace('//', `//KEY:${encodeURIComponent(password)}@`)}/pictures/shop?region=eu-central-1`;

before(async () => {
  bucket = await startBucketServer(secret);
  database = await testDatabase();
  const env = { SECRET_KEY: randomBytes(32).toString('base64'), S3_URL: at(secret) };
  const start = () => startService({ databaseUrl: database.url, config: withoutNetworks, roles: 'api', env });
  nodes.push(await start(), await start());
});
after(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await bucket?.close();
  await database?.drop();
});

test('the rig signs as the published example of AWS does', () => {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=',
  };
  const signed = signatureOf(
    { method: 'GET', target: '/test.txt', headers },
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  );
  assert.equal(signed, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
});

test('a picture that one node took is shown by the other, out of the bucket', async () => {
  const [first, second] = nodes as [ServiceProcess, ServiceProcess];
  const { api, app } = await createMerchant(first);
  const bytes = await picture(30, 20).png().toBuffer();
  const to = await ok<Json>(api.post('/upload-target', { content_type: 'image/png', size: bytes.length }));
  const put = await fetch(to.url, { method: to.method, headers: to.headers, body: new Uint8Array(bytes) });
  assert.equal(put.status, 204);
  assert.deepEqual([...bucket.files.keys()], [`/pictures/shop/${to.name}`]);
  await ok(api.put(`/app/${app.id}`, { image: to.name }));
  const shown = await fetch(`${second.url}/uploads/${to.name}`);
  const [file] = bucket.files.values();
  assert.deepEqual(Buffer.from(await shown.arrayBuffer()), file);
  assert.equal(shown.headers.get('content-type'), 'image/webp');
  assert.equal((await fetch(`${second.url}/uploads/${crypto.randomUUID()}.webp`)).status, 404);
  assert.deepEqual(bucket.refusals, []);
});

test('files come back as they were and go when removed; a wrong secret, or a store that is away, may pass', async () => {
  const folder = bucketFolder(at(secret));
  await folder.write('a.webp', Buffer.from('some bytes'));
  assert.equal(String(await folder.read('a.webp')), 'some bytes');
  await folder.remove('a.webp');
  await folder.remove('a.webp');
  assert.equal(await folder.read('a.webp'), null);
  const isAway = { code: 'temporarily_unavailable' };
  await assert.rejects(bucketFolder(at('wrong')).write('b.webp', Buffer.from('x')), isAway);
  await assert.rejects(bucketFolder('http://a:b@127.0.0.1:9/pictures').read('b.webp'), isAway);
  assert.throws(() => bucketFolder('https://example.com/pictures'), StartFault);
});
