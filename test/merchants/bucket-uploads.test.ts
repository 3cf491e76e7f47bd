// With S3_URL, images are uploaded directly to the bucket, and are visible only after a node has re-encoded them.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { bucketFolder } from '../../src/io/files/bucket-folder.ts';
import { StartFault } from '../../src/io/start-fault.ts';
import { type Client, type Json, ok } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { type BucketServer, startBucketServer } from '../rig/outside/bucket-server.ts';
import { querySignatureOf, signatureOf } from '../rig/outside/bucket-signatures.ts';
import { expireUploads } from '../rig/outside/expire-uploads.ts';
import { bomb, photo, picture, secretPlace } from '../rig/outside/unusual-images.ts';
import { quittance } from '../rig/service/command-line.ts';
import { type ServiceProcess, startService, withoutNetworks } from '../rig/service.ts';

const secret = 'a/secret+with=signs';
let bucket: BucketServer;
let database: TestDatabase;
let nodes: [ServiceProcess, ServiceProcess];
let merchant: Merchant;

const at = (password: string) =>
  `${bucket.url.replace('//', `//KEY:${encodeURIComponent(password)}@`)}/pictures/shop?region=eu-central-1`;

before(async () => {
  bucket = await startBucketServer(secret);
  database = await testDatabase();
  const env = { SECRET_KEY: randomBytes(32).toString('base64'), S3_URL: at(secret) };
  const start = () => startService({ databaseUrl: database.url, config: withoutNetworks, roles: 'api', env });
  nodes = [await start(), await start()];
  merchant = await createMerchant(nodes[0]);
});
after(async () => {
  await Promise.all((nodes ?? []).map((node) => node.stop()));
  await bucket?.close();
  await database?.drop();
});

const target = (type: string, size: number, api: Client = merchant.api) =>
  ok<Json>(api.post('/upload-target', { content_type: type, size }));
const shownAt = (name: string) => `/pictures/shop/${name}`;
const waitingAt = (name: string) => `/pictures/shop/incoming/${name.replace('.webp', '')}`;
const setImage = (image: string, { api, app }: Merchant = merchant) => api.put<Json>(`/app/${app.id}`, { image });
const statusAt = async (node: ServiceProcess, name: string) => (await fetch(`${node.url}/uploads/${name}`)).status;

async function put(to: Json, bytes: Uint8Array, more: { url?: string; headers?: Record<string, string> } = {}) {
  const headers = { ...to.headers, ...more.headers };
  const response = await fetch(more.url ?? to.url, { method: to.method, headers, body: new Uint8Array(bytes) });
  await response.text();
  return response.status;
}

/** Uploads the file and returns its name. */
async function putNew(bytes: Buffer, type = 'image/png', api?: Client): Promise<string> {
  const to = await target(type, bytes.length, api);
  assert.equal(await put(to, bytes), 200);
  return to.name;
}

/** Differs from every other one. */
async function newPng(): Promise<Buffer> {
  return Buffer.concat([await picture(30, 20).png().toBuffer(), randomBytes(8)]);
}

test('the rig signs as the published examples of AWS do, in a header and in the query', () => {
  const key = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization: [
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request',
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date',
      'Signature=',
    ].join(','),
  };
  assert.equal(
    signatureOf({ method: 'GET', target: '/test.txt', headers }, key),
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
  const query = [
    'X-Amz-Algorithm=AWS4-HMAC-SHA256',
    'X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request',
    'X-Amz-Date=20130524T000000Z',
    'X-Amz-Expires=86400',
    'X-Amz-SignedHeaders=host',
  ].join('&');
  const asked = { method: 'GET', target: `/test.txt?${query}`, headers: { host: headers.host } };
  assert.equal(querySignatureOf(asked, key), 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404');
});

test('an address is signed as the signer of the AWS SDK signs it', async () => {
  const account = 'AKIDEXAMPLE:a%2Fsecret%2Bwith%3Dsigns';
  const file = { contentType: 'image/png', size: 12345, from: new Date('2026-03-04T05:06:07Z'), seconds: 900 };
  // Computed with @smithy/signature-v4 5, for the same key, time and signed headers.
  const table = [
    ['s3.eu-central-1.amazonaws.com/pictures/shop', '7a3bcb73766e751fce38e026a456b21b39018949175eec82186af5ab52e3fa86'],
    ['10.0.0.9:9000/b', '4b992a75504a11660d34e0dcab479382455187ecc74147198a177a001f72a69e'],
  ] as const;
  for (const [place, signature] of table) {
    const folder = bucketFolder(`https://${account}@${place}?region=eu-central-1`);
    const url = new URL((await folder.direct?.addressFor('incoming/abc-def', file)) as string);
    assert.equal(url.searchParams.get('X-Amz-Signature'), signature);
  }
});

test('a photo is uploaded to the bucket, and shown by every process only after encoding', async () => {
  const bytes = await photo(2000, 1200);
  const to = await target('image/jpeg', bytes.length);
  assert.equal(new URL(to.url).origin, bucket.url);
  assert.deepEqual(to.headers, { 'content-type': 'image/jpeg' });
  const { searchParams } = new URL(to.url);
  assert.equal(searchParams.get('X-Amz-SignedHeaders'), 'content-length;content-type;host');
  assert.equal(searchParams.get('X-Amz-Expires'), '900');
  assert.ok(Date.parse(to.expires_at) <= Date.now() + 900_000);
  assert.equal(await put(to, bytes), 200);
  assert.deepEqual(bucket.files.get(waitingAt(to.name)), bytes);
  for (const node of nodes) {
    assert.equal(await statusAt(node, to.name), 404);
    assert.equal(await statusAt(node, `incoming/${to.name.replace('.webp', '')}`), 404);
    assert.equal(await statusAt(node, `incoming%2f${to.name.replace('.webp', '')}`), 404);
  }
  const { status, body: app } = await setImage(to.name);
  assert.deepEqual([status, app.image], [200, `${nodes[0].url}/uploads/${to.name}`]);
  assert.equal(bucket.files.has(waitingAt(to.name)), false);
  assert.equal(bucket.typeOf(shownAt(to.name)), 'image/webp');
  const response = await fetch(`${nodes[1].url}/uploads/${to.name}`);
  assert.equal(response.headers.get('content-type'), 'image/webp');
  const shown = Buffer.from(await response.arrayBuffer());
  assert.deepEqual(shown, bucket.files.get(shownAt(to.name)));
  const { format, width, height, exif, orientation } = await sharp(shown).metadata();
  assert.deepEqual([format, width, height, exif, orientation], ['webp', 614, 1024, undefined, undefined]);
  assert.ok(!shown.includes(secretPlace));
  assert.deepEqual(bucket.refusals, []);
});

test('a new app shows it too, put with any token that may write apps', async () => {
  const name = await putNew(await newPng(), 'image/png', merchant.appApi);
  const fields = { name: 'New', url: 'https://shop.example', environment: 'development', image: name };
  const app = await ok<Json>(merchant.api.post('/app', fields));
  assert.equal(app.image, `${nodes[0].url}/uploads/${name}`);
  assert.equal(await statusAt(nodes[1], name), 200);
});

test('the bucket takes only what was announced, there and in time', async () => {
  const bytes = await newPng();
  const to = await target('image/png', bytes.length);
  const changed = (name: string, value: string) => {
    const url = new URL(to.url);
    url.searchParams.set(name, value);
    return url.href;
  };
  const mismatch = 'SignatureDoesNotMatch';
  const refused: Record<string, () => Promise<number>> = {
    'a byte more': () => put(to, Buffer.concat([bytes, Buffer.from('x')])),
    'a byte less': () => put(to, bytes.subarray(1)),
    'another type': () => put(to, bytes, { headers: { 'content-type': 'text/html' } }),
    'open to everybody': () => put(to, bytes, { headers: { 'x-amz-acl': 'public-read' } }),
    'for longer': () => put(to, bytes, { url: changed('X-Amz-Expires', '86400') }),
    'signed by nobody': () => put(to, bytes, { url: changed('X-Amz-Signature', '0'.repeat(64)) }),
    'under another name': () => put(to, bytes, { url: to.url.replace('/incoming/', '/') }),
  };
  for (const [what, ask] of Object.entries(refused)) {
    const before = bucket.refusals.length;
    assert.equal(await ask(), 403, what);
    assert.match(bucket.refusals[before] as string, new RegExp(`${mismatch}$`), what);
  }
  const read = await fetch(to.url);
  assert.equal(read.status, 403, 'the right to put is none to read');
  bucket.setAhead(901);
  assert.equal(await put(to, bytes), 403);
  assert.match(bucket.refusals.at(-1) as string, /AccessDenied$/);
  bucket.setAhead(0);
  assert.equal(bucket.files.has(waitingAt(to.name)), false);
  assert.equal(fieldOf(await setImage(to.name)), 'image unknown_upload');
  assert.equal(await put(to, bytes), 200);
  assert.equal((await setImage(to.name)).status, 200);
});

test('a file that is not a picture is refused if it must be one, the field is named, and nothing is kept', async () => {
  const png = await newPng();
  const files: Record<string, readonly [bytes: Buffer, type: string, code: string]> = {
    'a page': [Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/png', 'not_an_image'],
    'half a picture': [png.subarray(0, 40), 'image/png', 'not_an_image'],
    'a picture of another type': [png, 'image/webp', 'wrong_type'],
    'a bomb': [bomb(40_000, 40_000), 'image/png', 'too_many_pixels'],
  };
  for (const [what, [bytes, type, code]] of Object.entries(files)) {
    const name = await putNew(bytes, type);
    assert.equal(fieldOf(await setImage(name)), `image ${code}`, what);
    assert.equal(bucket.files.has(waitingAt(name)) || bucket.files.has(shownAt(name)), false, what);
    assert.equal(await statusAt(nodes[0], name), 404, what);
    assert.equal(fieldOf(await setImage(name)), 'image unknown_upload', what);
  }
});

test('a store that ignores sizes: a longer or shorter file is refused, and not read to its end', async () => {
  const png = await newPng();
  for (const [planted, is] of [
    [Buffer.concat([png, Buffer.alloc(64 * 1024 * 1024)]), 'more'],
    [png.subarray(1), String(png.length - 1)],
    [Buffer.alloc(0), '0'],
  ] as const) {
    const { name } = await target('image/png', png.length);
    bucket.files.set(waitingAt(name), planted);
    const answer = await setImage(name);
    assert.equal(fieldOf(answer), 'image wrong_size');
    assert.equal(answer.body.errors[0].message, `Was announced as ${png.length} bytes, and is ${is}.`);
    assert.equal(bucket.files.has(waitingAt(name)), false);
  }
});

test("somebody else's upload is nobody's business: it is not even fetched, and stays its owner's", async () => {
  const stranger = await createMerchant(nodes[0]);
  const name = await putNew(await newPng());
  const before = bucket.calls.length;
  assert.equal(fieldOf(await setImage(name, stranger)), 'image unknown_upload');
  for (const odd of ['../secret-key', 'incoming/x', `${crypto.randomUUID()}.webp`])
    assert.equal(fieldOf(await setImage(odd)), 'image unknown_upload', odd);
  assert.deepEqual(bucket.calls.slice(before), []);
  assert.equal((await setImage(name)).status, 200);
});

test('two nodes that finish the same upload at once end with one picture, and both say so', async () => {
  const other = merchant.api;
  const fields = { name: 'Second', url: 'https://shop.example', environment: 'development' };
  const second = await ok<Json>(other.post('/app', fields));
  for (let round = 0; round < 5; round++) {
    const name = await putNew(await newPng());
    const answers = await Promise.all([setImage(name), onSecondNode(`/app/${second.id}`, { image: name })]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    assert.equal(bucket.files.has(waitingAt(name)), false);
    assert.deepEqual(await Promise.all(nodes.map((node) => statusAt(node, name))), [200, 200]);
  }
});

test('what is shown never changes: who puts again, with a right that still holds, changes nothing', async () => {
  const [bytes, other] = [await newPng(), await newPng()];
  const to = await target('image/png', bytes.length);
  await put(to, bytes);
  await setImage(to.name);
  const shown = bucket.files.get(shownAt(to.name));
  assert.equal(await put(to, other), 200);
  assert.equal((await setImage(to.name)).status, 200);
  assert.deepEqual(bucket.files.get(shownAt(to.name)), shown);
  await expireUploads(later(25), bucketFolder(at(secret)));
  assert.deepEqual([bucket.files.has(waitingAt(to.name)), bucket.files.has(shownAt(to.name))], [false, true]);
});

test('another picture under a name that is taken is told so, also when the first one was never finished', async () => {
  const bytes = await newPng();
  const name = await putNew(bytes);
  const taken = randomBytes(32);
  await database.db.query('update uploads set source_hash = $2 where name = $1', [name, taken]);
  const { status, body } = await setImage(name);
  assert.deepEqual([status, body.code], [409, 'upload_taken']);
  assert.equal(bucket.files.has(shownAt(name)), false);
});

test('while the bucket is away nothing is lost: the app stays as it was, and later the picture is there', async () => {
  const name = await putNew(await newPng());
  const before = await ok<Json>(merchant.api.get(`/app/${merchant.app.id}`));
  bucket.setAway(true);
  const { status, body, headers } = await setImage(name);
  assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'temporarily_unavailable', '5']);
  assert.match(body.detail, /picture store/);
  // Upload targets need no bucket, and all fields but the image can be changed.
  assert.equal((await target('image/png', 10)).method, 'PUT');
  const renamed = await ok<Json>(merchant.api.put(`/app/${merchant.app.id}`, { name: 'Renamed' }));
  assert.deepEqual([renamed.image, renamed.name], [before.image, 'Renamed']);
  bucket.setAway(false);
  assert.equal((await setImage(name)).status, 200);
  assert.equal(await statusAt(nodes[1], name), 200);
});

test('what was put and never used is swept a day later, also when the bucket was away just then', async () => {
  const [used, unused, finished] = [
    await putNew(await newPng()),
    await putNew(await newPng()),
    await putNew(await newPng()),
  ];
  await setImage(finished);
  await setImage(used);
  const folder = bucketFolder(at(secret));
  await expireUploads(later(23), folder);
  assert.deepEqual([bucket.files.has(waitingAt(unused)), bucket.files.has(shownAt(finished))], [true, true]);
  bucket.setAway(true);
  await assert.rejects(expireUploads(later(25), folder), { code: 'temporarily_unavailable' });
  assert.equal(fieldOf(await setImage(unused)), 'image unknown_upload');
  bucket.setAway(false);
  await Promise.all([expireUploads(later(25), folder), expireUploads(later(25), folder)]);
  const left = [...bucket.files.keys()];
  assert.deepEqual(
    left.filter((path) => path.includes('/incoming/')),
    [],
  );
  assert.deepEqual([left.includes(shownAt(used)), left.includes(shownAt(finished))], [true, false]);
  assert.deepEqual(await database.db.query('select name from file_removals'), []);
});

test('files come back unchanged and go when removed; a wrong secret or an absent store may recover', async () => {
  const folder = bucketFolder(at(secret));
  await folder.write('a.webp', Buffer.from('some bytes'));
  assert.equal(String(await folder.read('a.webp')), 'some bytes');
  assert.equal(String(await folder.direct?.readStart('a.webp', 4)), 'some');
  await folder.remove('a.webp');
  await folder.remove('a.webp');
  assert.equal(await folder.read('a.webp'), null);
  const isAway = { code: 'temporarily_unavailable' };
  await assert.rejects(bucketFolder(at('wrong')).write('b.webp', Buffer.from('x')), isAway);
  await assert.rejects(bucketFolder('http://a:b@127.0.0.1:9/pictures').read('b.webp'), isAway);
  assert.throws(() => bucketFolder('https://example.com/pictures'), StartFault);
});

test('doctor puts a file as a browser does, and says so when the bucket refuses', async () => {
  const before = bucket.calls.length;
  const { stdout } = await quittance(nodes[0], ['doctor']);
  assert.match(stdout, /^ok +storage: .*S3_URL$/m);
  const put = bucket.calls.slice(before).filter((call) => /^PUT .*\/incoming\/doctor-/.test(call));
  assert.equal(put.length, 1);
  bucket.setAhead(120);
  const late = await quittance(nodes[0], ['doctor']);
  bucket.setAhead(0);
  assert.match(late.stdout, /^BAD +storage: The bucket rejects signed addresses \(403\)\. Check S3_URL/m);
});

/** Sends the same merchant's request to the other node. */
async function onSecondNode(path: string, body: object): Promise<{ status: number }> {
  const response = await fetch(`${nodes[1].apiUrl}${path}?v=1`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${merchant.personalToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.text();
  return { status: response.status };
}

function later(hours: number) {
  return { db: database.db, clock: { now: () => new Date(Date.now() + hours * 3_600_000) } };
}

function fieldOf({ status, body }: { status: number; body: Json }): string {
  assert.equal(status, 422, JSON.stringify(body));
  return `${body.errors[0].field} ${body.errors[0].code}`;
}
