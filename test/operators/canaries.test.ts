// Secret and private values are planted everywhere and used. None may then appear where it does not belong.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { base58 } from '@scure/base';
import type { Database } from '../../src/io/db/database.ts';
import { connectPostgres } from '../../src/io/db/postgres.ts';
import { type Canaries, dumpOf, newCanaries } from '../rig/canaries/canaries.ts';
import { type PlantedCall, plantedCalls, takesWords } from '../rig/canaries/canary-calls.ts';
import { liveWithSecrets } from '../rig/canaries/canary-people.ts';
import { type Json, ok, until } from '../rig/client.ts';
import { testDatabase } from '../rig/database.ts';
import { describedApi } from '../rig/interface/described-api.ts';
import { ownerParty, strangerParty } from '../rig/interface/fuzz-party.ts';
import { type Game, routesOf } from '../rig/interface/fuzz-requests.ts';
import type { Merchant } from '../rig/merchant.ts';
import { type MailServer, startMailServer } from '../rig/outside/mail-server.ts';
import { type Receiver, startReceiver } from '../rig/receiver.ts';
import { startService } from '../rig/service.ts';
import { openShop, type Shop } from '../rig/shop.ts';
import { newExtendedKey } from '../rig/stage.ts';

let shop: Shop;
let db: Database;
let receiver: Receiver;
let mail: MailServer;
let game: Game;
/** Texts of the merchant and the customer: visible only to them. */
const words: Canaries = newCanaries();
/** Secrets that only their owner may see. */
const secrets: Canaries = newCanaries();

before(async () => {
  [receiver, mail] = await Promise.all([startReceiver(), startMailServer()]);
  shop = await openShop({
    isAdmin: true,
    mayFail: 'its database refuses every change',
    env: ({ url }) => ({
      LOG_LEVEL: 'trace',
      SIGN_UP: 'open',
      SMTP_URL: mail.url,
      // The first endpoint is unreachable, so that the service logs errors about it.
      RPC_URL_LOCAL: [
        `http://127.0.0.1:9/v3/${secrets.plant('key of an endpoint that is away')}`,
        `${url}/?key=${secrets.plant('key of an endpoint')}`,
      ].join(','),
    }),
  });
  db = await connectPostgres({ url: shop.databaseUrl, maxConnections: 2, applicationName: 'test', onError: () => {} });
  const stranger = await shop.newMerchant();
  game = {
    document: describedApi(shop.service.url),
    apiUrl: shop.service.apiUrl,
    owner: await ownerParty(shop),
    stranger: await strangerParty(shop, stranger),
    scoped: { caller: {}, scope: '' },
    powerless: [],
  };
  const { merchant } = shop;
  secrets.keep('password of the merchant', merchant.password);
  secrets.keep('personal access token of the merchant', merchant.personalToken);
  secrets.keep('app token of the merchant', merchant.app.token);
});
after(async () => {
  await db?.close();
  await shop?.close();
  await receiver?.close();
  await mail?.close();
});

/** All output for the operator: all levels of its log, other output, and its metrics. */
async function toldToOperator(): Promise<string> {
  const metrics = await (await fetch(`${shop.service.url}/metrics`)).text();
  return [...shop.service.lines, metrics].join('\n');
}

/** Everything that a paying customer sees, beginning with the stream. */
async function viewsOfCustomer({ app }: Merchant, invoice: Json): Promise<string[]> {
  const stream = await fetch(`${game.apiUrl}/invoice/${invoice.id}/events?v=1`);
  const reader = stream.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return [
    new TextDecoder().decode(first?.value),
    JSON.stringify(await ok(shop.anyone.get(`/invoice/${invoice.id}`))),
    JSON.stringify(await ok(shop.anyone.get('/transactions', { query: { invoice_id: invoice.id } }))),
    JSON.stringify(await ok(shop.anyone.get(`/app/${app.id}`))),
    JSON.stringify(await ok(shop.anyone.get('/app-cryptocurrencies', { query: { app_id: app.id } }))),
    await (await fetch(invoice.checkout_url)).text(),
  ];
}

/** Headers and body of a response as one text; of a stream only the headers. */
async function send(call: PlantedCall): Promise<{ status: number; text: string }> {
  const { headers, body, route } = call;
  const response = await fetch(call.url, {
    method: route.method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  const head = JSON.stringify([...response.headers]);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream) return { status: response.status, text: head + (await response.text()) };
  await response.body?.cancel();
  return { status: response.status, text: head };
}

async function sendAll(calls: readonly PlantedCall[]): Promise<{ call: PlantedCall; status: number; text: string }[]> {
  const answers = [];
  for (const call of calls) answers.push({ call, ...(await send(call)) });
  return answers;
}

test('L11-customer: the payer sees the order, and never metadata or customer, in any view', async () => {
  const order = { reference: words.plant('shown: reference'), description: words.plant('shown: description') };
  const metadata = { note: words.plant('metadata') };
  const customer = { email: `${words.plant('customer.email')}@shop.example`, name: words.plant('customer.name') };
  const invoice = await shop.invoice('10.00', { order, metadata, customer });
  await shop.attempt(invoice.id);
  const views = await viewsOfCustomer(shop.merchant, invoice);
  assert.ok(words.foundIn(views[0] as string).includes('shown: reference'), 'the stream shows the invoice');
  for (const view of views) {
    const unseen = words.foundIn(view).filter((place) => !place.startsWith('shown: '));
    assert.deepEqual(unseen, [], view.slice(0, 200));
    assert.deepEqual(secrets.foundIn(view), []);
  }
});

test('C20-extended-key: no answer to a customer has the extended key of the addresses', async () => {
  const value = newExtendedKey();
  const merchant = await shop.newMerchant({
    accepts: [['ETH', 'local']],
    receives: [{ network: 'local', kind: 'xpub', value }],
  });
  const invoice = await ok<Json>(merchant.appApi.post('/invoice', { total: '10.00', currency: 'USD' }));
  const attempt = await shop.attempt(invoice.id);
  // Version, depth, parent and index come first (BIP-32) and may be spelled differently. Chain code and key stay the
  // same.
  const key = Buffer.from(base58.decode(value).subarray(13, 78));
  const spellings = [value, key.toString('hex'), key.toString('base64'), key.toString('base64url')];
  const views = await viewsOfCustomer(merchant, invoice);
  assert.ok(views[0]?.includes(attempt.to), 'the stream shows the address');
  for (const view of [...views, await toldToOperator()]) {
    for (const spelling of spellings) assert.ok(!view.includes(spelling), view.slice(0, 200));
    assert.doesNotMatch(view, /[xyztuv]pub[1-9A-HJ-NP-Za-km-z]{100}/);
  }
});

/** Only a test that hangs reaches it. Thousands of requests, one after the other, take long on a busy machine. */
const limits = { timeout: 30 * 60_000 };

test('L11-canaries: no error, log line or metric repeats a value of any request', limits, async () => {
  const url = `${receiver.url}/${words.plant('address of a webhook')}`;
  const webhook = await ok<Json>(shop.merchant.appApi.post('/webhook', { url }));
  secrets.keep('secret of a webhook', webhook.secret);
  const answers = await sendAll(plantedCalls(game, words));
  const echoed = answers
    .filter(({ status }) => status >= 400)
    .map(({ call, status, text }) => `${status} ${call.place}: ${words.foundIn(text)}`)
    .filter((one) => !one.endsWith(': '));
  assert.deepEqual(echoed, [], 'refusals that repeat what was sent');
  const accepted = new Set(answers.filter(({ status }) => status < 300).map(({ call }) => call.place));
  // The only text of an invitation is an e-mail address, and the planted texts are none. The name of a passkey is
  // covered by a test below, which has an authenticator.
  const unheard = routesOf(game.document)
    .filter((route) => takesWords(game, route) && !accepted.has(`${route.operationId} all`))
    .map((route) => route.operationId);
  // Networks need an endpoint that answers, and settings are accepted only with valid values.
  const ofOperator = [
    ...['updateOperatorNetwork', 'createOperatorNetwork', 'checkOperatorEndpoints', 'updateOperatorSettings'],
    ...['sendTestMail', 'testBackupTarget'],
  ];
  // A door takes its kind, a currency and addresses. A channel takes only the fields of its kind, and its secrets are
  // planted below. Only networks of outputs have PSBTs, and this shop has none.
  const expected = [
    'inviteAppMember',
    'createDoor',
    'prepareRefundBatch',
    'createPasskey',
    'createNotificationChannel',
    ...ofOperator,
  ];
  assert.deepEqual(unheard, expected, 'operations that took no words');
  assert.deepEqual(words.foundIn(await toldToOperator()), []);
});

test('L11-webhooks: a webhook has the texts of its own invoices and labels, and no secret', async () => {
  const planted = 'createInvoice metadata.note';
  await until(
    () => words.foundIn(JSON.stringify(receiver.received)).includes(planted),
    'a webhook with the metadata of an invoice',
  );
  const told = receiver.received.map(({ headers, body }) => JSON.stringify(headers) + body).join('\n');
  const ofInvoice = /^(?:createInvoice|updateInvoice) (?:order|customer|metadata|success_url|cancel_url)/;
  const ofAddress = /^(?:create|update)AppAddress label$/;
  const ofRefund = /^(?:create|update)Refund reason$/;
  assert.deepEqual(
    words.foundIn(told).filter((place) => ![ofInvoice, ofAddress, ofRefund].some((own) => own.test(place))),
    [],
  );
  assert.deepEqual(secrets.foundIn(told), []);
});

test('L11-secrets, W12-database-dump: credentials are neither shown nor stored in plain text', async () => {
  await liveWithSecrets({ shop, mail, canaries: secrets, words });
  const { merchant } = shop;
  const app = await ok<Json>(
    merchant.api.post('/app', { name: 'Another', url: 'https://a.example', environment: 'development' }),
  );
  secrets.keep('app token', app.token);
  const renewed = await ok<Json>(merchant.api.put(`/app/${app.id}`, { token: true }));
  secrets.keep('renewed app token', renewed.token);
  const path = `/webhook`;
  const key = { headers: { 'idempotency-key': crypto.randomUUID() } };
  const webhook = await ok<Json>(merchant.appApi.post(path, { url: receiver.url }, key));
  secrets.keep('secret of an endpoint', webhook.secret);
  const rotated = await ok<Json>(merchant.appApi.post(`${path}/${webhook.id}/rotate-secret`));
  secrets.keep('rotated secret of an endpoint', rotated.secret);
  await ok(merchant.appApi.post(`${path}/${webhook.id}/test`));
  const seed = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  const keys = ['KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617', `0x${'c85ef7d79691fe79'.repeat(4)}`, seed];
  for (const value of keys) {
    secrets.keep('private key', value);
    for (const kind of ['address', 'xpub']) {
      const answer = await merchant.api.post('/app-address', {
        app_id: app.id,
        network: 'local',
        kind,
        value,
        label: value,
      });
      assert.equal(answer.status, 422);
      assert.deepEqual(secrets.foundIn(JSON.stringify(answer.body)), []);
    }
  }
  assert.deepEqual(secrets.foundIn(await toldToOperator()), []);
  assert.deepEqual(secrets.foundIn(await dumpOf(db)), []);
  assert.deepEqual(secrets.foundIn(JSON.stringify(receiver.received)), []);
});

test('W39-failures: an error of the database is reported without any of its values', async () => {
  const tables = await db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname <> 'schema_migrations' order by 1`,
  );
  const failed = newCanaries();
  const calls = plantedCalls(game, failed).filter(({ body }) => body !== undefined);
  for (const { name } of tables) {
    await db.query(`alter table "${name}" add constraint out_of_order check (false) not valid`);
  }
  const answers = await sendAll(calls).finally(async () => {
    for (const { name } of tables) await db.query(`alter table "${name}" drop constraint out_of_order`);
  });
  assert.ok(answers.some(({ status }) => status === 500));
  const answered = answers.filter(({ status }) => status >= 400).map(({ text }) => text);
  assert.deepEqual(failed.foundIn(answered.join('\n')), []);
  await shop.service.says('out_of_order');
  assert.deepEqual(failed.foundIn(await toldToOperator()), []);
});

test('W39-configuration: keys of unreachable endpoints, mail, buckets and databases are not shown', async () => {
  const configured = newCanaries();
  const key = Buffer.alloc(32, configured.plant('key of the instance')).toString('base64');
  configured.keep('key of the instance, as it is set', key);
  // A database of its own, since a database is bound to its key.
  const own = await testDatabase();
  const database = new URL(own.url);
  const bucket = `${configured.plant('key of the bucket')}:${configured.plant('secret of the bucket')}`;
  const away = await startService({
    databaseUrl: database.href,
    config: {
      networks: {
        local: {
          rpc: [`http://127.0.0.1:9/v3/${configured.plant('endpoint in the file')}`],
          type: 'EVM',
          name: 'L',
          chain_id: 31337,
          confirmations: 3,
          test: true,
          native: { symbol: 'ETH' },
        },
      },
      rates: { sources: [], fixed: { ETH: { USD: '1' } } },
    },
    env: {
      LOG_LEVEL: 'trace',
      SECRET_KEY: key,
      SIGN_UP: 'open',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      SMTP_URL: `smtp://mailer:${configured.plant('password of the mail server')}@127.0.0.1:9`,
      S3_URL: `http://${bucket}@127.0.0.1:9/pictures?region=local`,
    },
  });
  configured.keep('password of the database', database.password || 'no password is set');
  const person = { email: 'somebody@example.com', password: configured.plant('password'), name: 'Somebody' };
  const headers = { 'content-type': 'application/json' };
  await fetch(`${away.apiUrl}/auth/sign-up/email`, { method: 'POST', headers, body: JSON.stringify(person) });
  await until(() => away.lines.some((line) => /"level":"(?:warn|error)"/.test(line)), 'the service to complain');
  await away.stop();
  await own.drop();
  assert.deepEqual(configured.foundIn(away.lines.join('\n')), []);
});
