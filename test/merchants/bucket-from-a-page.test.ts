// A merchant's page uploads an image to the bucket from a real browser, with the CORS rule of
// docs/how-to/store-images-in-s3.md.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../rig/browser/browser.ts';
import { type Json, ok } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { projectRoot } from '../rig/house/source-tree.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import type { CorsRule } from '../rig/outside/bucket-cors.ts';
import { type BucketServer, startBucketServer } from '../rig/outside/bucket-server.ts';
import { picture } from '../rig/outside/unusual-images.ts';
import { type ServiceProcess, startService, withoutNetworks } from '../rig/service.ts';

let bucket: BucketServer;
let database: TestDatabase;
let service: ServiceProcess;
let merchant: Merchant;
let shop: Server;
let origin: string;
let browser: Browser;
let page: Page;

before(async () => {
  bucket = await startBucketServer('secret');
  database = await testDatabase();
  const env = { S3_URL: `${bucket.url.replace('//', '//KEY:secret@')}/pictures` };
  service = await startService({ databaseUrl: database.url, config: withoutNetworks, roles: 'api', env });
  merchant = await createMerchant(service);
  shop = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'));
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.goto(origin);
});
after(async () => {
  await browser?.close();
  shop?.closeAllConnections();
  await new Promise((resolve) => shop?.close(resolve) ?? resolve(null));
  await service?.stop();
  await bucket?.close();
  await database?.drop();
});

/** Uploads from the page to the returned target. Returns the status, or the name of the browser's error. */
function putFromPage(to: Json, bytes: Buffer): Promise<number | string> {
  const target = { url: String(to.url), method: String(to.method), headers: to.headers as Record<string, string> };
  return page.evaluate(
    async ({ url, method, headers, base64 }) => {
      const body = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const answer = await fetch(url, { method, headers, body: new Blob([body]) }).catch((error: Error) => error.name);
      return typeof answer === 'string' ? answer : answer.status;
    },
    { ...target, base64: bytes.toString('base64') },
  );
}

function documentedRules(): readonly CorsRule[] {
  const text = readFileSync(join(projectRoot, 'docs/how-to/store-images-in-s3.md'), 'utf8');
  const block = /```json\n(\{\s+"CORSRules"[\s\S]*?)```/.exec(text)?.[1];
  assert.ok(block, 'docs/how-to/store-images-in-s3.md names a CORS rule');
  const { CORSRules: rules } = JSON.parse(block) as { CORSRules: CorsRule[] };
  return rules.map((rule) => ({ ...rule, AllowedOrigins: [origin] }));
}

test('with the documented rule, and not without it, a page puts the picture with what the target told', async () => {
  const bytes = await picture(50, 40).png().toBuffer();
  const to = await ok<Json>(merchant.api.post('/upload-target', { content_type: 'image/png', size: bytes.length }));
  assert.equal(await putFromPage(to, bytes), 'TypeError');
  assert.equal(bucket.files.size, 0);
  bucket.setCors(documentedRules());
  assert.equal(await putFromPage(to, bytes.subarray(1)), 403);
  assert.equal(await putFromPage(to, bytes), 200);
  const app = await ok<Json>(merchant.api.put(`/app/${merchant.app.id}`, { image: to.name }));
  await page.setContent(`<img src="${app.image}">`);
  const shown = await page.evaluate(`(async () => {
    const image = document.querySelector('img');
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  })()`);
  assert.deepEqual(shown, [50, 40]);
});
