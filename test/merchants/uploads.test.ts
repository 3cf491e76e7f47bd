// Images of apps: uploaded to a signed URL, re-encoded, shown to everyone, and never served as anything but images.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { fileFolder } from '../../src/io/files/file-folder.ts';
import { type Client, type Json, ok } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { expireUploads } from '../rig/outside/expire-uploads.ts';
import { bomb, photo, picture, secretPlace } from '../rig/outside/unusual-images.ts';
import { type ServiceProcess, startService, withoutNetworks } from '../rig/service.ts';

let database: TestDatabase;
let service: ServiceProcess;
let merchant: Merchant;

before(async () => {
  database = await testDatabase();
  service = await startService({
    own: 'its memory map is read',
    databaseUrl: database.url,
    config: withoutNetworks,
    roles: 'api',
  });
  merchant = await createMerchant(service);
});
after(async () => {
  await service?.stop();
  await database?.drop();
});

const folder = () => join(service.dataDir, 'uploads');
const target = (type: string, size: number, api: Client = merchant.api) =>
  ok<Json>(api.post('/upload-target', { content_type: type, size }));

async function put(to: Json, bytes: Uint8Array, more: { url?: string; headers?: Record<string, string> } = {}) {
  const response = await fetch(more.url ?? to.url, {
    method: to.method,
    headers: { ...to.headers, ...more.headers },
    body: new Uint8Array(bytes),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as Json) };
}

async function uploaded(bytes: Buffer, type: string, api?: Client): Promise<string> {
  const to = await target(type, bytes.length, api);
  const { status, body } = await put(to, bytes);
  assert.equal(status, 204, JSON.stringify(body));
  return to.name;
}

test('a photo is uploaded, used by its name, and shown upright, smaller, and without metadata', async () => {
  const bytes = await photo(2000, 1200);
  assert.ok(bytes.includes(secretPlace));
  const name = await uploaded(bytes, 'image/jpeg');
  const app = await ok<Json>(merchant.api.put(`/app/${merchant.app.id}`, { image: name }));
  assert.equal(app.image, `${service.url}/uploads/${name}`);
  const seen = await ok<Json>(merchant.api.as(null).get(`/app/${merchant.app.id}`));
  assert.equal(seen.image, app.image);
  const response = await fetch(app.image);
  const shown = Buffer.from(await response.arrayBuffer());
  const { format, width, height, exif, orientation } = await sharp(shown).metadata();
  assert.deepEqual(
    { format, width, height, exif, orientation },
    { format: 'webp', width: 614, height: 1024, exif: undefined, orientation: undefined },
  );
  assert.ok(!shown.includes(secretPlace));
  assert.equal(response.headers.get('content-type'), 'image/webp');
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(response.headers.get('content-security-policy'), "default-src 'none'; sandbox");
  assert.match(response.headers.get('cache-control') ?? '', /immutable/);
  const renamed = await ok<Json>(merchant.api.put(`/app/${merchant.app.id}`, { name: 'Renamed' }));
  assert.equal(renamed.image, app.image);
  assert.equal((await ok<Json>(merchant.api.put(`/app/${merchant.app.id}`, { image: null }))).image, null);
});

test('each of the four formats is taken, with any token that may write apps, and shows on a new app', async () => {
  const drawn = picture(40, 30);
  const formats = {
    png: drawn.clone().png(),
    jpeg: drawn.clone().jpeg(),
    webp: drawn.clone().webp(),
    avif: drawn.clone().avif(),
  };
  for (const [format, file] of Object.entries(formats)) {
    const api = format === 'png' ? merchant.appApi : merchant.api;
    const image = await uploaded(await file.toBuffer(), `image/${format}`, api);
    const fields = { name: format, url: 'https://shop.example', environment: 'development', image };
    const app = await ok<Json>(merchant.api.post('/app', fields));
    assert.equal((await sharp(await bytesOf(app.image)).metadata()).width, 40);
  }
  const reader = await createMerchant(service, { scopes: ['apps:write', 'invoices:read'] });
  assert.match((await target('image/png', 9, reader.api)).name, /\.webp$/);
  assert.equal(
    (await merchant.api.as(null).post('/upload-target', { content_type: 'image/png', size: 9 })).status,
    401,
  );
});

test('a target names the field that it refuses: another type, nothing, too much', async () => {
  const refused = [
    [{ content_type: 'image/svg+xml', size: 10 }, 'content_type'],
    [{ content_type: 'image/png\r\nx-y: z', size: 10 }, 'content_type'],
    [{ content_type: 'image/png', size: 0 }, 'size'],
    [{ content_type: 'image/png', size: 5 * 1024 * 1024 + 1 }, 'size'],
    [{ content_type: 'image/png' }, 'size'],
  ] as const;
  for (const [body, field] of refused) {
    const { status, body: problem } = await merchant.api.post<Json>('/upload-target', body);
    assert.deepEqual([status, problem.errors[0].field], [422, field]);
  }
});

test('only the signed address takes bytes: of this type, of this size, in time, for one picture', async () => {
  const png = await picture(10, 10).png().toBuffer();
  const [bytes, other] = ['a', 'b'].map((end) => Buffer.concat([png, Buffer.from(end)])) as [Buffer, Buffer];
  const to = await target('image/png', bytes.length);
  const changed = (name: string, value: string) => {
    const url = new URL(to.url);
    url.searchParams.set(name, value);
    return url.href;
  };
  const elsewhere = to.url.replace(to.name, `${crypto.randomUUID()}.webp`);
  for (const url of [
    changed('expires', '9999999999'),
    changed('size', '9'),
    changed('signature', 'AAAA'),
    elsewhere,
    to.url.split('?')[0],
  ]) {
    const { status, body } = await put(to, bytes, { url });
    assert.deepEqual([status, body.code], [403, 'upload_not_allowed'], url);
  }
  for (const type of ['image/jpeg', 'text/html', 'image/svg+xml', 'application/json']) {
    assert.equal((await put(to, bytes, { headers: { 'content-type': type } })).status, 415, type);
  }
  assert.deepEqual(fieldOf(await put(to, bytes.subarray(1))), [422, 'size']);
  assert.deepEqual(fieldOf(await put(to, new Uint8Array(0))), [422, 'size']);
  assert.equal(await statusOfTooMuch(to), 413);
  assert.equal((await fetch(`${service.url}/uploads/${to.name}`)).status, 404);
  assert.equal((await put(to, bytes)).status, 204);
  assert.equal((await put(to, bytes)).status, 204);
  const second = await put(to, other);
  assert.deepEqual([second.status, second.body.code], [409, 'upload_taken']);
});

test('W29-no-picture: a file that only claims to be a picture is refused, and not kept', async () => {
  const png = await picture(10, 10).png().toBuffer();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const files: Record<string, readonly [bytes: Buffer, type: string, code: string]> = {
    'a page': [Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/png', 'not_an_image'],
    'a drawing with a script': [Buffer.from(svg), 'image/png', 'not_an_image'],
    'a page with the first bytes of a picture': [
      Buffer.concat([png.subarray(0, 8), Buffer.from(svg)]),
      'image/png',
      'not_an_image',
    ],
    'half a picture': [png.subarray(0, png.length - 30), 'image/png', 'not_an_image'],
    'a picture of another type': [png, 'image/webp', 'wrong_type'],
    'an animation of another format': [await picture(9, 9).gif().toBuffer(), 'image/png', 'not_an_image'],
    'a bomb': [bomb(40_000, 40_000), 'image/png', 'too_many_pixels'],
    'a long strip': [bomb(8 * 4_000_000, 1), 'image/png', 'too_many_pixels'],
  };
  const kept = readdirSync(folder()).length;
  for (const [what, [bytes, type, code]] of Object.entries(files)) {
    const to = await target(type, bytes.length);
    const { status, body } = await put(to, bytes);
    assert.deepEqual([status, body.errors?.[0]], [422, { ...body.errors?.[0], field: 'image', code }], what);
    assert.equal((await merchant.api.put(`/app/${merchant.app.id}`, { image: to.name })).status, 422, what);
  }
  assert.equal(readdirSync(folder()).length, kept);
});

test('T1-picture-bombs: too many pixels are refused by the header, before decoding (S16)', async () => {
  const bytes = await picture(4990, 4990).avif({ effort: 0 }).toBuffer();
  assert.ok(bytes.length < 10_000);
  const targets = await Promise.all(
    Array.from({ length: 24 }, () => target('image/avif', bytes.length, merchant.appApi)),
  );
  const bombs = targets.map((to) => put(to, bytes));
  const { email, password } = merchant;
  const signedIn = await fetch(`${service.apiUrl}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  assert.equal(signedIn.status, 200);
  const refusals = (await Promise.all(bombs)).map(({ status, body }) =>
    [status, body.errors?.[0].field, body.errors?.[0].code].join(' '),
  );
  // No upload is queued, so no client is asked to retry.
  assert.deepEqual(new Set(refusals), new Set(['422 image too_many_pixels']));
  if (existsSync(`/proc/${service.pid()}/maps`)) {
    assert.doesNotMatch(readFileSync(`/proc/${service.pid()}/maps`, 'utf8'), /vips/);
  }
  assert.match(await uploaded(await picture(2800, 2800).jpeg().toBuffer(), 'image/jpeg'), /webp$/);
});

test('W29-polyglot: a picture that is also another kind of file becomes only a picture', async () => {
  const png = await picture(10, 10).png().toBuffer();
  const both = Buffer.concat([png, Buffer.from('<script>alert("hidden")</script>PK\u0003\u0004')]);
  const image = await uploaded(both, 'image/png');
  const shown = await bytesOf(`${service.url}/uploads/${image}`);
  assert.ok(!shown.includes('script') && !shown.includes('PK'));
});

test('W29-path: an app shows only its own owner’s uploads, and no path leads out of the folder', async () => {
  const stranger = await createMerchant(service);
  const bytes = await picture(10, 10).png().toBuffer();
  const theirs = await uploaded(bytes, 'image/png', stranger.api);
  const empty = (await target('image/png', 10)).name;
  for (const image of [
    theirs,
    empty,
    '../secret-key',
    'x',
    `${crypto.randomUUID()}.webp`,
    'https://elsewhere.example/x.png',
  ]) {
    const { status, body } = await merchant.api.put<Json>(`/app/${merchant.app.id}`, { image });
    assert.deepEqual([status, body.errors[0].field, body.errors[0].code], [422, 'image', 'unknown_upload'], image);
  }
  for (const path of ['..%2fsecret-key', '%2e%2e/secret-key', '..%5csecret-key', 'x.webp%00', 'a%0d%0ab', '']) {
    assert.equal((await fetch(`${service.url}/uploads/${path}`)).status, 404, path);
  }
});

test('what no app shows is forgotten a day later, and what one shows stays', async () => {
  const bytes = await picture(12, 12).png().toBuffer();
  const [used, unused] = [await uploaded(bytes, 'image/png'), await uploaded(bytes, 'image/png')];
  await ok(merchant.api.put(`/app/${merchant.app.id}`, { image: used }));
  const later = (hours: number) => ({
    db: database.db,
    clock: { now: () => new Date(Date.now() + hours * 3_600_000) },
  });
  await expireUploads(later(23), fileFolder(folder()));
  assert.ok(readdirSync(folder()).includes(unused));
  await expireUploads(later(25), fileFolder(folder()));
  const left = readdirSync(folder());
  assert.deepEqual([left.includes(used), left.includes(unused)], [true, false]);
  assert.equal((await merchant.api.put(`/app/${merchant.app.id}`, { image: unused })).status, 422);
});

test('a person can ask for a hundred targets in an hour', async () => {
  const busy = await createMerchant(service);
  const ask = () => busy.api.post<Json>('/upload-target', { content_type: 'image/png', size: 10 });
  for (let i = 0; i < 100; i++) assert.equal((await ask()).status, 201);
  const refused = await ask();
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '3600']);
});

function fieldOf({ status, body }: { status: number; body: Json }): [number, string] {
  return [status, body.errors[0].field];
}

/** Announces more than the limit and sends a little of it: the response must come before the rest. */
function statusOfTooMuch(to: Json): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { ...to.headers, 'content-length': String(5 * 1024 * 1024 + 1) };
    const sending = request(to.url, { method: to.method, headers }, (response) => {
      resolve(response.statusCode);
      sending.destroy();
    });
    sending.on('error', reject);
    sending.write('a little');
  });
}

async function bytesOf(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}
