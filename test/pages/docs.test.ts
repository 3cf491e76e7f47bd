// Pages for readers: the API document as it is served, the reference in a real browser, documents and catalogues.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { eventTypes } from '../../src/core/event.ts';
import { problemKinds } from '../../src/core/problem.ts';
import { documentNames, documentText } from '../../src/features/pages/docs/site/document-files.ts';
import { addressOf, readIndex } from '../../src/features/pages/docs/site/site-index.ts';
import { escapeHtml } from '../../src/io/http/browser/html-page.ts';
import { samples } from '../../web/console/screens/first-run/samples.ts';
import { buildDocs } from '../../web/docs/build.ts';
import { launchBrowser } from '../rig/browser/browser.ts';
import { assertAccessible, assertFits } from '../rig/browser/checkout/checkout-visit.ts';
import { type Json, ok } from '../rig/client.ts';
import { type ApiRig, startApiRig } from '../rig/interface/api-rig.ts';
import { servedDocument } from '../rig/interface/described-api.ts';
import { receiverPrograms } from '../rig/webhooks/receiver-programs.ts';

let rig: ApiRig;
let browser: Browser;

before(async () => {
  await buildDocs({ if: 'missing or stale' });
  rig = await startApiRig();
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await rig?.stop();
});

const ask = (path: string, headers: Record<string, string> = {}) => fetch(rig.service.url + path, { headers });

test('the document equals the declarations, and any page may read it', async () => {
  const response = await ask('/api/openapi.json');
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  assert.deepEqual(await response.json(), servedDocument(rig.service.url));
});

test('it is sent compressed, and not at all to a caller that has it', async () => {
  const response = await ask('/api/openapi.json', { 'accept-encoding': 'br' });
  assert.equal(response.headers.get('content-encoding'), 'br');
  assert.deepEqual(await response.json(), servedDocument(rig.service.url));
  const plain = await ask('/api/openapi.json', { 'accept-encoding': 'identity' });
  assert.equal(plain.headers.get('content-encoding'), null);
  const tag = response.headers.get('etag') ?? '';
  assert.equal(plain.headers.get('etag'), tag);
  const again = await ask('/api/openapi.json', { 'if-none-match': `"other", ${tag}` });
  assert.equal(again.status, 304);
  assert.equal((await ask('/api/openapi.json', { 'if-none-match': '"other"' })).status, 200);
});

test('the history of versions has every operation, and asks for no version itself', async () => {
  const { operations } = (await (await ask('/api/changelog.json')).json()) as { operations: { operation: string }[] };
  const described = Object.entries(servedDocument().paths).filter(([path]) => !/^\/auth\/|\.json$/.test(path));
  const ids = described.flatMap(([, methods]) => Object.values(methods).map((one) => one.operationId));
  assert.deepEqual(operations.map(({ operation }) => operation).sort(), ids.sort());
});

for (const [width, colorScheme] of [
  [1440, 'light'],
  [360, 'dark'],
] as const) {
  test(`the reference can be read by everyone and asks this origin alone (${width} px, ${colorScheme})`, async () => {
    const visit = await visitor(width, colorScheme);
    for (const path of [
      '/docs',
      '/docs/how-to/receive-webhooks',
      '/docs/api',
      '/docs/api/webhooks',
      '/docs/api/objects',
      '/docs/api/invoices',
    ]) {
      const response = await visit.page.goto(rig.service.url + path);
      const policy = response?.headers()['content-security-policy'] ?? '';
      assert.match(policy, /^default-src 'none'/);
      assert.doesNotMatch(policy, /unsafe|https?:|\*/);
      await visit.page.getByRole('searchbox').waitFor();
      await visit.shot(`reference-${path.slice(1).replaceAll('/', '-')}-${width}-${colorScheme}`);
      await assertAccessible(visit.page, path);
    }
    // Folded fields must be readable too.
    await visit.page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
    await assertAccessible(visit.page, 'unfolded');
    await visit.close();
  });
}

test('the search leads to an operation, a field that is folded, and a page, from every page', async () => {
  const visit = await visitor(360, 'light');
  const { page } = visit;
  await page.goto(`${rig.service.url}/docs/how-to/deploy`);
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox');
  await field.pressSequentially('create invo');
  await page.getByRole('link', { name: 'Create invoice POST /invoice' }).waitFor();
  await assertAccessible(page, 'results');
  await visit.shot('reference-search');
  await field.press('Enter');
  await page.waitForURL('**/docs/api/invoices#createInvoice');
  await page.getByRole('searchbox').fill('order.items.price');
  await page.getByRole('link', { name: 'order.items.price Create invoice' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/api/invoices#createInvoice.body.order.items.price');
  await page.locator('[id="createInvoice.body.order.items.price"]').waitFor({ state: 'visible' });
  await page.getByRole('searchbox').fill('no such thing');
  await page.getByText('Nothing found.').waitFor();
  await page.getByRole('searchbox').fill('rotate');
  await page.getByRole('link', { name: 'Rotate the secret key Change' }).click();
  await page.waitForURL('**/docs/how-to/rotate-the-secret-key');
  await visit.close();
});

test('the reference is read and walked without a script, on a phone too', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${rig.service.url}/docs`);
  assert.equal(await page.getByRole('searchbox').count(), 0);
  await page.getByRole('link', { name: 'API reference', exact: true }).click();
  await page.getByRole('link', { name: 'Create invoice', exact: true }).click();
  await page.waitForURL('**/docs/api/invoices#createInvoice');
  await page.getByRole('heading', { name: 'Create invoice' }).waitFor();
  await page.getByText('6 fields of order').first().click();
  await page.locator('[id="createInvoice.body.order.reference"]').waitFor({ state: 'visible' });
  await assertFits(page, 'without a script');
  await page.getByRole('link', { name: 'All operations' }).click();
  await page.waitForURL('**/docs/api');
  await context.close();
});

test('a page of the documentation is drawn once, travels compressed, and not at all to who has it', async () => {
  const documents = ['/docs', '/docs/how-to/deploy', '/llms.txt', '/docs/events', '/problems', '/problems/not_found'];
  for (const path of ['/docs/api', '/docs/api/apps', '/docs/search.json', ...documents]) {
    const response = await ask(path, { 'accept-encoding': 'br' });
    assert.equal(response.headers.get('content-encoding'), 'br', path);
    const tag = response.headers.get('etag') ?? '';
    assert.equal((await ask(path, { 'if-none-match': tag })).status, 304, path);
  }
  assert.equal((await ask('/docs/api/nothing')).status, 404);
});

test('documents and catalogues can be read on a phone, and each of their links leads to a page', async () => {
  const all = await documentNames();
  // Decisions are more than two hundred short pages of one form: their list links to each.
  const names = all.filter((path) => !/^decisions\/\d/.test(path)).map(addressOf);
  const visit = await visitor(360, 'light');
  const followed = new Set<string>();
  // All documents are rendered by the same code, so axe checks one of ten.
  const sampled = names.filter((_, index) => index % 10 === 0);
  const catalogues = ['/docs/events', '/problems', '/problems/claim_refused', '/docs/versions'];
  for (const path of [...names, ...catalogues]) {
    assert.equal((await visit.page.goto(rig.service.url + path))?.status(), 200, path);
    await visit.shot(path.slice(1).replaceAll('/', '-'));
    await assertFits(visit.page, path);
    // The debugger injects axe's script, which the content security policy allows to no one else.
    if ([...sampled, ...catalogues].includes(path)) await assertAccessible(visit.page, path);
    for (const href of await visit.page.locator('a[href^="/"]').evaluateAll(hrefs)) {
      if (!followed.has(href)) assert.equal((await ask(href)).status, 200, `${path} leads to ${href}`);
      followed.add(href);
    }
  }
  await visit.page.setViewportSize({ width: 1280, height: 900 });
  await assertFits(visit.page, 'at a desk');
  await visit.close();
});

test('the code for a shop makes an invoice as it stands: in curl and TypeScript', async () => {
  const merchant = await rig.merchant();
  const app = await ok<Json>(
    merchant.api.post('/app', { name: 'Sampled', url: 'https://shop.example', environment: 'development' }),
  );
  const programs = {
    curl: ['sh', '-c'],
    TypeScript: ['node', '--input-type=module-typescript', '-e'],
  };
  const shown = samples(rig.service.url, app.token).filter(({ isRun }) => isRun);
  assert.deepEqual(
    shown.map(({ language }) => language),
    Object.keys(programs),
  );
  for (const [index, { language, code }] of shown.entries()) {
    const [program = '', ...options] = programs[language as keyof typeof programs];
    // An order has one invoice, so each of these is a different order.
    const own = code.replaceAll('order-1', `order-${index}`);
    const { stdout } = await promisify(execFile)(program === 'node' ? process.execPath : program, [...options, own]);
    assert.match(stdout, /\/pay\/[0-9a-f-]{36}/, language);
  }
});

test('the catalogues have every event and every error there is', async () => {
  const events = await (await ask('/docs/events')).text();
  for (const type of eventTypes) assert.ok(events.includes(`id="${type}"`), type);
  const errors = await (await ask('/problems')).text();
  for (const code of Object.keys(problemKinds)) assert.ok(errors.includes(`id="${code}"`), code);
  for (const name of ['guides/constructor', 'how-to/../../package.json', 'how-to/%2e%2e/%2e%2e/README', 'nothing'])
    assert.equal((await ask(`/docs/${name}`)).status, 404, name);
});

test('a guide’s requests lead to this instance, and it shows the receivers as they are tested', async () => {
  const page = await (await ask('/docs/guides/first-payment')).text();
  assert.ok(page.includes(`${rig.service.url}/api/invoice?v=1`));
  const shown = await (await ask('/docs/guides/webhooks')).text();
  const text = await documentText('how-to/receive-webhooks.md');
  for (const { file } of receiverPrograms) {
    const code = readFileSync(file, 'utf8').trimEnd();
    assert.ok(text.includes(`\n${code}\n`), file);
    assert.ok(shown.includes(escapeHtml(code)), file);
  }
  assert.ok(!shown.includes('{{'));
});

test('llms.txt lists every page of the index and the API document, by addresses that lead there', async () => {
  const text = await (await ask('/llms.txt')).text();
  assert.equal(await (await ask('/docs/llms.txt')).text(), text);
  for (const { path, about } of readIndex(await documentText('README.md')).flatMap(({ pages }) => pages)) {
    assert.ok(text.includes(`](${rig.service.url}${addressOf(path)}): ${about}`), path);
  }
  assert.ok(text.includes(`${rig.service.url}/api/openapi.json`));
  const moved = await fetch(`${rig.service.url}/docs/how-to/runbook.md`, { redirect: 'manual' });
  assert.equal(moved.headers.get('location'), '/docs/how-to/runbook');
});

const hrefs = (links: { getAttribute(name: string): string | null }[]) =>
  links.map((one) => one.getAttribute('href') ?? '');

interface Visit {
  readonly page: Page;
  /** Errors and policy violations that the browser reported. */
  readonly complaints: string[];
  /** Saves a screenshot in the folder SCREENSHOTS; without that variable, none. */
  shot(name: string): Promise<void>;
  /** Fails on any reported error, and on any request to another host. */
  close(): Promise<void>;
}

async function visitor(width: number, colorScheme: 'light' | 'dark'): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width, height: width < 500 ? 740 : 900 }, colorScheme });
  const page = await context.newPage();
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => void complaints.push(error.message));
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => console.error('policy', event.violatedDirective))",
  );
  return {
    page,
    complaints,
    async shot(name) {
      const folder = process.env.SCREENSHOTS;
      if (folder === undefined) return;
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: `${folder}/${name}.png` });
    },
    async close() {
      const elsewhere = asked.filter((url) => !/^(?:data|blob):/.test(url) && !url.startsWith(`${rig.service.url}/`));
      assert.deepEqual({ elsewhere, complaints }, { elsewhere: [], complaints: [] });
      await context.close();
    },
  };
}
