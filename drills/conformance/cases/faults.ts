// Cases of failures: busy services, cut connections, silence, foreign answers and later versions.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Case } from '../case.ts';
import type { Fault, ServedResponse } from '../fault-proxy.ts';
import type { Stage } from '../stage.ts';

export const faultCases: readonly Case[] = [
  {
    id: 'rate-limited',
    rule: 'A rate limit (429) is retried with the same key, not earlier than Retry-After asks',
    async run(stage) {
      await retriedOnce(stage, problem(429, 'rate_limited', { 'retry-after': '1' }));
      const [first, second] = stage.proxy.attempts;
      assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= 990, 'the retry came too early');
    },
  },
  {
    id: 'retry-after-date',
    rule: 'Retry-After may be a date',
    async run(stage) {
      // A date has whole seconds: between one and two seconds from now.
      const date = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000);
      const before = Date.now();
      await retriedOnce(stage, problem(503, 'temporarily_unavailable', { 'retry-after': date.toUTCString() }));
      const [first, second] = stage.proxy.attempts;
      const asked = date.getTime() - before;
      // The first attempt comes after `before`, and a client may round to whole seconds.
      assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= asked - 1000, 'the retry came too early');
    },
  },
  {
    id: 'long-retry-after',
    rule: 'A rate limit of an hour is an error at once, with the seconds to wait',
    async run(stage) {
      stage.proxy.plan([problem(429, 'rate_limited', { 'retry-after': '3600' })]);
      const error = await stage.fails({ call: 'list_invoices', query: {} });
      assert.deepEqual([error.kind, error.code, error.retry_after], ['problem', 'rate_limited', 3600]);
      assert.equal(stage.proxy.attempts.length, 1);
    },
  },
  {
    id: 'in-progress',
    rule: 'A change is retried while its first attempt is still running (409 request_in_progress)',
    run: (stage) => retriedOnce(stage, problem(409, 'request_in_progress', { 'retry-after': '0' })),
  },
  {
    id: 'unavailable-once',
    rule: 'A change is retried after 503, with the same key',
    run: (stage) => retriedOnce(stage, problem(503, 'temporarily_unavailable')),
  },
  {
    id: 'unavailable-for-ever',
    rule: 'A 503 that lasts is an error after the retries',
    async run(stage) {
      stage.proxy.plan([], problem(503, 'temporarily_unavailable'));
      const error = await stage.fails({ call: 'list_invoices', query: {} });
      assert.deepEqual([error.kind, error.status, error.code], ['problem', 503, 'temporarily_unavailable']);
      assert.equal(stage.proxy.attempts.length, 4);
    },
  },
  {
    id: 'no-retries',
    rule: 'A client without retries makes one attempt',
    async run(stage) {
      await stage.client({ max_retries: 0 });
      stage.proxy.plan([], problem(503, 'temporarily_unavailable'));
      assert.equal((await stage.fails({ call: 'list_invoices', query: {} })).status, 503);
      assert.equal(stage.proxy.attempts.length, 1);
    },
  },
  {
    id: 'cut-connection',
    rule: 'A change is retried with the same key if its response was lost, and made once',
    async run(stage) {
      const reference = randomUUID();
      stage.proxy.plan(['cut']);
      const { id } = await stage.create({ total: '9.00', currency: 'USD', order: { reference } });
      assert.deepEqual(keysOf(stage).length, 2);
      assert.equal(new Set(keysOf(stage)).size, 1);
      assert.deepEqual(await stage.idsOf(reference), [id]);
    },
  },
  {
    id: 'unreachable',
    rule: 'If no response ever comes, the error names the key for a later attempt',
    async run(stage) {
      stage.proxy.plan([], 'cut');
      const [key, reference] = [randomUUID(), randomUUID()];
      const body = { total: '1.00', currency: 'USD', order: { reference } };
      const error = await stage.fails({ call: 'create_invoice', body, idempotency_key: key });
      assert.deepEqual([error.kind, error.idempotency_key], ['unreachable', key]);
      assert.equal(stage.proxy.attempts.length, 4);
      assert.equal((await stage.idsOf(reference)).length, 1);
    },
  },
  {
    id: 'time-out',
    rule: 'A call without a response ends at its time-out, and is retried',
    async run(stage) {
      await stage.client({ timeout_ms: 300, max_retries: 1 });
      stage.proxy.plan([], 'silent');
      const error = await stage.fails({ call: 'list_invoices', query: {} });
      assert.equal(error.kind, 'unreachable');
      assert.equal(stage.proxy.attempts.length, 2);
    },
  },
  {
    id: 'later-version',
    rule: 'Members and values of a later version of the service break nothing',
    async run(stage) {
      const { id } = await stage.create({ total: '3.00', currency: 'USD', order: { reference: 'later' } });
      stage.proxy.plan([], { alter: asLaterVersion });
      const invoice = await stage.ask({ call: 'get_invoice', id });
      assert.deepEqual([invoice.id, invoice.total, invoice.status], [id, '3.00', 'on_its_way']);
      assert.equal(invoice.order.reference, 'later');
      const { ids } = await stage.ask({ call: 'list_invoices', query: { reference: 'later' } });
      assert.ok(ids.includes(id));
    },
  },
  {
    id: 'foreign-answer',
    rule: 'An error that is not JSON, as of a proxy, has the code unexpected_answer',
    async run(stage) {
      await stage.client({ max_retries: 0 });
      const headers = { 'content-type': 'text/html' };
      stage.proxy.plan([{ answer: { status: 502, headers, body: '<h1>Bad gateway</h1>' } }]);
      const error = await stage.fails({ call: 'list_invoices', query: {} });
      assert.deepEqual([error.kind, error.status, error.code], ['problem', 502, 'unexpected_answer']);
    },
  },
  {
    id: 'redirect',
    rule: 'No redirect is followed, so the token reaches only the configured instance',
    async run(stage) {
      await stage.client({ max_retries: 0 });
      await withOtherHost(async (url, asked) => {
        stage.proxy.plan([{ answer: { status: 307, headers: { location: `${url}/api/invoices?v=1` }, body: '' } }]);
        const error = await stage.fails({ call: 'list_invoices', query: {} });
        assert.ok(['problem', 'unreachable'].includes(error.kind), error.kind);
        assert.equal(asked(), 0);
      });
    },
  },
  {
    id: 'foreign-link',
    rule: 'The next page is requested from the configured instance, whatever host its link names',
    async run(stage) {
      await withOtherHost(async (url, asked) => {
        const link = `<${url}/api/invoices?v=1&cursor=c2>; rel="next"`;
        const page = (headers: Record<string, string>): Fault => ({ answer: { status: 200, headers, body: '[]' } });
        stage.proxy.plan([
          page({ link, 'content-type': 'application/json' }),
          page({ 'content-type': 'application/json' }),
        ]);
        assert.deepEqual((await stage.ask({ call: 'list_invoices', query: { limit: 10 } })).ids, []);
        assert.equal(asked(), 0);
        const queries = stage.proxy.attempts.map(({ path }) => new URL(path, url).searchParams);
        assert.deepEqual(
          queries.map((query) => [query.get('cursor'), query.get('limit')]),
          [
            [null, '10'],
            ['c2', '10'],
          ],
        );
      });
    },
  },
];

/** Makes an invoice through a first attempt with this fault, and checks that it was repeated once. */
async function retriedOnce(stage: Stage, fault: Fault): Promise<void> {
  const reference = randomUUID();
  stage.proxy.plan([fault]);
  const { id } = await stage.create({ total: '2.00', currency: 'USD', order: { reference } });
  assert.equal(stage.proxy.attempts.length, 2);
  assert.equal(new Set(keysOf(stage)).size, 1);
  assert.deepEqual(await stage.idsOf(reference), [id]);
}

function keysOf({ proxy }: Stage): (string | undefined)[] {
  return proxy.attempts.map(({ headers }) => headers['idempotency-key']);
}

function problem(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Fault {
  const body = JSON.stringify({ status, code, title: code, detail: 'Injected by the proxy.' });
  return { answer: { status, headers: { 'content-type': 'application/problem+json', ...headers }, body } };
}

/** Adds members at two levels, and a status that no client knows. */
function asLaterVersion(response: ServedResponse): ServedResponse {
  const later = (invoice: Record<string, unknown>) => ({
    ...invoice,
    status: 'on_its_way',
    carbon: { grams: 3, offsets: [1, 'two', null] },
    order: { ...(invoice.order as object), gift_wrap: true },
  });
  const body = JSON.parse(response.body);
  return { ...response, body: JSON.stringify(Array.isArray(body) ? body.map(later) : later(body)) };
}

/** Another host than the instance, with a count of its requests. */
async function withOtherHost(run: (url: string, asked: () => number) => Promise<void>): Promise<void> {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => asked);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
