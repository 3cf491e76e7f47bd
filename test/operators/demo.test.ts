// The demo as a person runs it: with simulated payments, and kept open for a click in a real browser.
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { buildCheckout } from '../../web/checkout/build.ts';
// The demo starts Anvil itself. This import excludes these tests on a machine without Anvil.
import '../rig/evm/anvil.ts';
import { launchBrowser } from '../rig/browser/browser.ts';
import { arrive, signUp } from '../rig/browser/console/first-run.ts';
import { keyboard, mouse } from '../rig/browser/console/input-devices.ts';
import { refundInDemo } from '../rig/browser/console/refunds/refund-in-demo.ts';
import { client, type Json, ok, until } from '../rig/client.ts';
import { projectRoot } from '../rig/house/source-tree.ts';
import { freshEmail } from '../rig/people.ts';
import { outputOf } from '../rig/run/child-output.ts';
import { adopt } from '../rig/run/child-sweep.ts';

const started: Run[] = [];
/** Listens on the port that the demo is given. */
const squatter = createServer();

before(async () => {
  await buildCheckout({ if: 'missing or stale' });
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve));
});

after(async () => {
  squatter.close();
  for (const run of started) run.child.kill('SIGTERM');
  await Promise.all(started.map((run) => run.ended));
});

test('--once pays an invoice in two installments, verifies every webhook, and ends with 0', async () => {
  const run = startDemo(['--once']);
  assert.equal(await run.ended, 0, run.text());
  const text = run.text();
  for (const step of [
    /chain started/,
    /service ready/,
    /invoice created +100\.00 USD, http:\/\/localhost:\d+\/pay\//,
    /quoted +0\.05 ETH at 2000 USD, to 0x/,
    /sent +0\.02 ETH/,
    /seen +in block \d+/,
    /confirmations +3\/3/,
    /partially paid +40\.00 of 100\.00 USD, 60\.00 USD to go/,
    /quoted +60 USDT at 1 USD, to 0x/,
    /paid +100\.00 of 100\.00 USD/,
    /webhook received +invoice\.paid, signature verified/,
    /received 9 webhooks and verified every signature/,
  ]) {
    assert.match(text, step);
  }
});

test('where its port is taken it takes another; only its own pages may ask the demo wallet', async () => {
  const run = await openDemo();
  assert.match(run.text(), new RegExp(`another port +${takenPort()} is in use, so the demo uses \\d+`));

  const { origin } = checkoutOf(run);
  const ask = async (method: string, headers: Record<string, string>) => {
    const response = await fetch(`${origin}/demo-wallet/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ method, params: [{ from: `0x${'1'.repeat(40)}` }] }),
    });
    return [response.status, ((await response.json()) as Json).error?.code];
  };
  assert.deepEqual(await ask('eth_accounts', { origin }), [200, undefined]);
  assert.deepEqual(await ask('eth_accounts', {}), [403, 4100]);
  assert.deepEqual(await ask('eth_accounts', { origin: 'http://elsewhere.example' }), [403, 4100]);
  assert.deepEqual(await ask('eth_sendTransaction', { origin }), [200, 4100], 'another account than its own');
  assert.deepEqual(await ask('eth_sign', { origin }), [200, 4200], 'what a payment does not need');
});

test('the API by hand: the commands of the README, as they stand there, do what it says', async () => {
  const run = await openDemo();
  const script = commandsOf('## The API by hand')
    .replace('API=http://localhost:3000/api', `API=${checkoutOf(run).origin}/api`)
    .replace('PAT=qpat_…', `PAT=${/Personal token +(\S+)/.exec(run.text())?.[1]}`);
  assert.doesNotMatch(script, /…|3000/, 'nothing else is left to be filled in');
  assert.deepEqual([...new Set(script.match(/(?<=^|[|(]\s?)(?:curl|jq|python|node)\b/gm))], ['curl']);
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    env: { PATH: process.env.PATH },
  });
  const answers = stdout.split(/(?<=\})\s*(?=\{)/).map((text) => JSON.parse(text) as Json);
  const [app, acceptance, address, invoice, transaction, canceled, open, ...others] = answers;
  assert.deepEqual(others, []);
  assert.deepEqual([app?.name, app?.environment, typeof app?.token], ['My shop', 'development', 'string']);
  assert.deepEqual([acceptance?.app_id, acceptance?.cryptocurrency.symbol], [app?.id, 'ETH']);
  assert.deepEqual([address?.app_id, address?.kind, address?.network.symbol], [app?.id, 'address', 'local']);
  assert.deepEqual([invoice?.total, invoice?.status, invoice?.order.reference], ['49.90', 'open', 'order-1']);
  assert.deepEqual(
    [transaction?.invoice_id, transaction?.to, transaction?.status],
    [invoice?.id, address?.value, 'processing'],
  );
  assert.deepEqual([canceled?.id, canceled?.status, canceled?.reason], [transaction?.id, 'canceled', 'requested']);
  assert.deepEqual([open?.id, open?.status], [invoice?.id, 'open']);
});

test('the printed commands order through the doors of each dialect', async () => {
  const run = await openDemo();
  const order = async (dialect: string) => {
    const [, command = ''] = new RegExp(`speaks ${dialect}:\\n\\n +(curl .+)`).exec(run.text()) ?? [];
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { env: { PATH: process.env.PATH } });
    return JSON.parse(stdout) as Json;
  };
  const [epay, epusdt] = [await order('EPay'), await order('Epusdt')];
  const page = `${checkoutOf(run).origin}/pay/`;
  assert.deepEqual([epay.code, epay.payurl], [1, `${page}${epay.trade_no}`], JSON.stringify(epay));
  const { status_code: code, data } = epusdt;
  assert.deepEqual([code, data?.payment_url], [200, `${page}${data?.trade_id}`], JSON.stringify(epusdt));
  const [invoice, charge] = [await order('BTCPay Greenfield'), (await order('Coinbase Commerce')).data];
  assert.deepEqual([invoice.status, invoice.checkoutLink], ['New', `${page}${invoice.id}`], JSON.stringify(invoice));
  assert.deepEqual([charge.timeline[0].status, charge.hosted_url], ['NEW', `${page}${charge.id}`]);
});

test('a person pays with the demo wallet and refunds an excess with it, and Ctrl-C ends it all', async (t) => {
  const run = await openDemo();
  const checkout = checkoutOf(run);
  const browser = await launchBrowser();
  try {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(90_000);
    await page.goto(checkout.href);
    await page.getByRole('button', { name: /^USDT/ }).click();
    await page.getByRole('button', { name: 'Pay with Demo wallet' }).click();
    await page.getByRole('heading', { name: 'Paid, thank you' }).waitFor();
    const link = /The merchant's console +(\S+)/.exec(run.text())?.[1] ?? assert.fail(run.text());
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    assert.ok(!page.url().includes('token='));
    const shop = { origin: checkout.origin, api: client(`${checkout.origin}/api`, appTokenOf(run)) };
    for (const [name, hands, width] of [
      ['by mouse', mouse, 1280],
      ['by keyboard', keyboard, 1280],
      ['at 375 px', mouse, 375],
    ] as const) {
      const began = performance.now();
      await page.setViewportSize({ width, height: 812 });
      const counts = (await refundInDemo(page, hands, shop)).map(
        ({ count }) => `${count.clicks} clicks, ${count.keys} keys`,
      );
      t.diagnostic(
        `${name}: merchant ${counts[0]}; customer ${counts[1]}; ${Math.round(performance.now() - began)} ms`,
      );
    }
    // The link works once.
    await page.context().clearCookies();
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    // A person who creates their own shop finds the mail in the terminal.
    const email = freshEmail();
    await page.getByRole('link', { name: 'Sign up' }).click();
    await signUp(page, mouse(), email);
    await arrive(page, mouse(), { email, people: { mailTo: (to, subject) => mailTold(run, to, subject) } });
    await page.getByRole('heading', { level: 1, name: 'Set up your shop' }).waitFor();
    const told = await mailTold(run, email, /Confirm your e-mail address/);
    assert.match(told, /: http:\/\/localhost:\d+\/verify-email\?token=\S+$/, 'the link that it is for');
  } finally {
    await browser.close();
  }
  await until(() => run.text().includes('Another one to pay'), run.text);
  assert.match(run.text(), /invoice\.paid +100\.00 of 100\.00 USD paid/);

  const api = client(`${checkout.origin}/api`, appTokenOf(run));
  const invoice = await ok<Json>(api.post('/invoice', { total: '25.00', currency: 'USD' }));
  assert.equal(invoice.status, 'open');

  run.child.kill('SIGINT');
  assert.equal(await run.ended, 0, run.text());
  await assert.rejects(api.get(`/invoice/${invoice.id}`), 'the service is gone with it');
});

function appTokenOf(run: Run): string {
  return /App token +(\S+)/.exec(run.text())?.[1] ?? assert.fail(run.text());
}

/** The mail to an address as the terminal shows it. */
function mailTold(run: Run, to: string, subject: RegExp): Promise<string> {
  const lines = () => run.text().split('\n');
  return until(() => lines().find((line) => line.includes(`mail to ${to} `) && subject.test(line)), `a mail to ${to}`);
}

/** All shell commands of a section of the README, in order. */
function commandsOf(heading: string): string {
  const text = readFileSync(join(projectRoot, 'README.md'), 'utf8');
  const [, part = ''] = text.split(`${heading}\n`);
  const blocks = part.split('\n## ')[0]?.matchAll(/^```sh\n(.*?)^```$/gms) ?? [];
  return [...blocks].map(([, commands]) => commands).join('\n');
}

interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly hasEnded: () => boolean;
  /** Its output so far. */
  readonly text: () => string;
}

let demo: Run | null = null;

/** The demo that the tests share, once it is open; the last test ends it. */
async function openDemo(): Promise<Run> {
  demo ??= startDemo([], { PORT: String(takenPort()) });
  const run = demo;
  await until(() => run.text().includes('Ctrl-C ends the demo') || run.hasEnded(), run.text, { withinMs: 120_000 });
  return run;
}

function takenPort(): number {
  return (squatter.address() as AddressInfo).port;
}

function checkoutOf(run: Run): URL {
  return new URL(/Pay 100\.00 USD here +(\S+)/.exec(run.text())?.[1] ?? assert.fail(run.text()));
}

function startDemo(args: readonly string[], env: Readonly<Record<string, string>> = { PORT: '0' }): Run {
  const child = spawn(process.execPath, ['demo/main.ts', ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  adopt(child, 'demo/main.ts');
  const printed = outputOf(child);
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const run: Run = { child, ended, hasEnded: () => child.exitCode !== null, text: printed };
  started.push(run);
  return run;
}
