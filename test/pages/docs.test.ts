// GET /docs in a real browser: the API document, readable, from this instance alone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../rig/browser/browser.ts';
import { testDatabase } from '../rig/database.ts';
import { describedApi } from '../rig/interface/described-api.ts';
import { type ServiceProcess, startService, withoutNetworks } from '../rig/service.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let service: ServiceProcess;
let browser: Browser;

before(async () => {
  database = await testDatabase();
  service = await startService({ databaseUrl: database.url, config: withoutNetworks, roles: 'api' });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await service?.stop();
  await database?.drop();
});

test('the document is the one that is declared, and any page may read it', async () => {
  const response = await fetch(`${service.apiUrl}/openapi.json`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  assert.deepEqual(await response.json(), describedApi(service.url));
});

test('the page shows every operation, asks nobody else for anything, and breaks no rule of its policy', async () => {
  const page = await browser.newPage();
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => void complaints.push(error.message));
  const response = await page.goto(`${service.url}/docs`);
  assert.match(response?.headers()['content-security-policy'] ?? '', /^default-src 'none'/);
  await page.locator('.opblock').first().waitFor();
  const operations = Object.values(describedApi().paths).flatMap((methods) => Object.keys(methods));
  assert.equal(await page.locator('[id^="operations-tag-"]').count(), describedApi().tags.length);
  assert.ok((await page.locator('.opblock').count()) >= operations.length);
  await page.locator('#operations-Currencies-getCurrency .opblock-control-arrow').click();
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.locator('#operations-Currencies-getCurrency input').fill('EUR');
  await page.getByRole('button', { name: 'Execute' }).click();
  await page.locator('#operations-Currencies-getCurrency .live-responses-table').getByText('"Euro"').waitFor();
  if (process.env.SCREENSHOT !== undefined) await page.screenshot({ path: process.env.SCREENSHOT });
  const elsewhere = asked.filter((url) => !url.startsWith(`${service.url}/`) && !url.startsWith('data:'));
  assert.deepEqual({ elsewhere, complaints }, { elsewhere: [], complaints: [] });
  await page.close();
});
