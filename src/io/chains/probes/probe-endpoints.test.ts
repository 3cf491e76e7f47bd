// The findings about one endpoint, each from a stand-in that answers in one particular way.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { type ProbeTarget, probeLimits } from './probe.ts';
import { probeEndpoints } from './probe-endpoints.ts';

const now = 1_800_000_000;
const target: ProbeTarget = {
  symbol: 'ethereum',
  family: 'EVM',
  chainId: 1,
  params: null,
  contracts: [`0x${'a'.repeat(40)}`],
  test: false,
};

type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };
/** The result of a call, or an error. `undefined`: the method is missing. */
type Node = (call: Call) => { readonly result: unknown } | { readonly error: object } | undefined;
type Reply = { readonly status: number; readonly body: string };

const hex = (value: number) => `0x${value.toString(16)}`;
const head = (time: number) => ({
  number: hex(5_000),
  hash: `0x${'1'.repeat(64)}`,
  parentHash: `0x${'2'.repeat(64)}`,
  timestamp: hex(time),
});

/** A node with everything. */
const whole: Node = ({ method }) => {
  const answers: Readonly<Record<string, unknown>> = {
    eth_chainId: '0x1',
    eth_syncing: false,
    eth_getBlockByNumber: head(now - 12),
    eth_getLogs: [],
    eth_getBalance: '0x0',
    debug_traceTransaction: null,
    trace_transaction: [],
  };
  return method in answers ? { result: answers[method] } : undefined;
};
const without =
  (methods: readonly string[], error: object = { code: -32_601, message: 'the method does not exist' }): Node =>
  (call) =>
    methods.includes(call.method) ? { error } : whole(call);

function answersOf(node: Node, body: string): string {
  const calls: Call | Call[] = JSON.parse(body);
  const answered = (call: Call) => ({
    jsonrpc: '2.0',
    id: call.id,
    ...(node(call) ?? { error: { code: -32_601, message: 'no such method' } }),
  });
  return JSON.stringify(Array.isArray(calls) ? calls.map(answered) : answered(calls));
}

/** Replies of the stand-in, by the path of the URL. */
const replies = new Map<string, (body: string) => Reply>();
const server = createServer(async (request, response) => {
  const body = await textOf(request);
  const { status, body: answer } = (replies.get(request.url ?? '') ?? (() => ({ status: 404, body: '' })))(body);
  response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => server.close());
const { port } = server.address() as AddressInfo;

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

async function probed(reply: (body: string) => Reply, of: Partial<ProbeTarget> = {}) {
  const path = `/${replies.size}`;
  replies.set(path, reply);
  const [report] = await probeEndpoints({ ...target, ...of }, [`http://127.0.0.1:${port}${path}`], now);
  if (report === undefined) throw new Error('There is no report.');
  return { ...report, says: report.findings.map(({ code, level }) => `${level} ${code}`) };
}
const node = (answers: Node) => (body: string) => ({ status: 200, body: answersOf(answers, body) });

test('an endpoint with everything has no finding, and names its newest block', async () => {
  const report = await probed(node(whole));
  assert.deepEqual(report.says, []);
  assert.equal(report.head, 5_000);
  assert.ok(report.latencyMs !== null);
});

const ofMethods: readonly (readonly [
  why: string,
  answers: Node,
  says: readonly string[],
  of?: Partial<ProbeTarget>,
])[] = [
  ['another chain', (call) => (call.method === 'eth_chainId' ? { result: '0x5' } : whole(call)), ['error wrong_chain']],
  [
    'a node that is still synchronising',
    (call) => (call.method === 'eth_syncing' ? { result: { currentBlock: '0x1' } } : whole(call)),
    ['error not_synced'],
  ],
  [
    'a node that stopped',
    (call) => (call.method === 'eth_getBlockByNumber' ? { result: head(now - 7_200) } : whole(call)),
    ['warning head_old'],
  ],
  [
    'a test network without new blocks',
    (call) => (call.method === 'eth_getBlockByNumber' ? { result: head(now - 7_200) } : whole(call)),
    [],
    { test: true },
  ],
  ['no logs', without(['eth_getLogs']), ['error no_logs']],
  ['no logs, where no token is read', without(['eth_getLogs']), ['warning no_logs'], { contracts: [] }],
  [
    'logs of few blocks at a time',
    (call) => {
      const [range] = call.params as { readonly fromBlock?: string; readonly toBlock?: string }[];
      const isWide = call.method === 'eth_getLogs' && range?.fromBlock !== range?.toBlock;
      return isWide ? { error: { code: -32_005, message: 'query exceeds max block range 800' } } : whole(call);
    },
    ['info short_logs'],
  ],
  ['no traces', without(['debug_traceTransaction', 'trace_transaction']), ['info no_traces']],
  ['one of two kinds of traces', without(['trace_transaction']), []],
  [
    'traces in a higher plan only',
    without(['debug_traceTransaction', 'trace_transaction'], { code: -32_000, message: 'upgrade your plan' }),
    ['info no_traces'],
  ],
  ['no old state', without(['eth_getBalance'], { code: -32_000, message: 'missing trie node' }), ['info no_history']],
  [
    'no final block',
    (call) => (call.params[0] === 'finalized' ? { error: { code: -32_000, message: 'unknown block' } } : whole(call)),
    ['info no_final_block'],
  ],
  [
    'a key that is rejected in JSON',
    () => ({ error: { code: -32_000, message: 'Must be authenticated!' } }),
    ['error unauthorized'],
  ],
  ['a limit of requests', () => ({ error: { code: 429, message: 'slow down' } }), ['error rate_limited']],
];
for (const [why, answers, says, of] of ofMethods)
  test(`the check of an endpoint finds ${why}`, async () => {
    assert.deepEqual((await probed(node(answers), of)).says, says);
  });

test('the check finds an endpoint that answers no batches', async () => {
  const single = (body: string) =>
    body.startsWith('[') ? { status: 400, body: '{}' } : { status: 200, body: answersOf(whole, body) };
  assert.deepEqual((await probed(single)).says, ['info no_batch']);
});

const secret = 'the page of an internal server';
for (const [why, reply, code] of [
  ['a rejected password', { status: 401, body: secret }, 'unauthorized'],
  ['a forbidden address', { status: 403, body: secret }, 'unauthorized'],
  ['too many requests', { status: 429, body: secret }, 'rate_limited'],
  ['a page', { status: 200, body: `<html>${secret}</html>` }, 'not_a_node'],
  ['other JSON', { status: 200, body: JSON.stringify({ secret }) }, 'not_a_node'],
  ['an error of its own', { status: 200, body: JSON.stringify({ id: 1, error: { message: secret } }) }, 'not_a_node'],
  ['a server error', { status: 500, body: secret }, 'unreachable'],
] as const)
  test(`the check answers ${why} with a finding, and with no text of the answer`, async () => {
    const { findings, says } = await probed(() => reply);
    assert.deepEqual(says, [`error ${code}`]);
    assert.doesNotMatch(JSON.stringify(findings), /page of an internal/);
  });

test('the check of several endpoints answers for each, in their order', async () => {
  replies.set('/good', node(whole));
  const urls = [`http://127.0.0.1:${port}/good`, 'http://127.0.0.1:1'];
  const [good, bad] = await probeEndpoints(target, urls, now);
  assert.deepEqual(good?.findings, []);
  assert.equal(bad?.findings[0]?.code, 'unreachable');
  assert.match(bad?.findings[0]?.says ?? '', /ECONNREFUSED/);
});

test('an answer above the limit of size is no node', async () => {
  const body = JSON.stringify({ id: 1, result: 'x'.repeat(probeLimits.maxBytes) });
  assert.deepEqual((await probed(() => ({ status: 200, body }))).says, ['error not_a_node']);
});
