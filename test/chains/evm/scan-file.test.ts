// The operator's scan of recorded blocks finds the same payments as a full recount of the chain, in every recording
// format.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Hex } from 'viem';
import { scanFile } from '../../../src/cli/scan-file/scan-file.ts';
import { StartFault } from '../../../src/io/start-fault.ts';
import { type Anvil, startAnvil } from '../../rig/evm/anvil.ts';
import { someAddress } from '../../rig/evm/scanning.ts';

interface Recorded {
  readonly block: { readonly hash: Hex; readonly number: Hex; readonly transactions: readonly RecordedTransaction[] };
  readonly receipts: readonly RecordedReceipt[];
  readonly traces: readonly { readonly txHash: Hex; readonly result: object }[];
  readonly flat: readonly object[];
}

interface RecordedTransaction {
  readonly hash: Hex;
  readonly from: Hex;
  readonly to: Hex | null;
  readonly value: Hex;
}

interface RecordedReceipt {
  readonly transactionHash: Hex;
  readonly status: Hex;
  readonly logs: readonly { readonly address: Hex; readonly topics: readonly Hex[]; readonly data: Hex }[];
}

interface Outcome {
  readonly lines: readonly Record<string, unknown>[];
  readonly told: string;
  readonly code: number;
}

const shops = [someAddress(1), someAddress(2)];
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
let anvil: Anvil;
let folder: string;
let token: Hex;
let wallet: Hex;
const recorded: Recorded[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-'));
  anvil = await startAnvil();
  token = await anvil.deployToken();
  wallet = await anvil.deploy('SmartWallet');
  await anvil.setBalance(wallet, 10n ** 20n);
  const first = (await anvil.blockNumber()) + 1;
  for (let block = 0; block < 6; block += 1) {
    for (const [at, shop] of [...shops, someAddress(3)].entries()) {
      await anvil.send({ to: shop, value: BigInt(100 * block + at) });
      await anvil.call(token, 'Token.transfer', [shop, BigInt(10 * block + at)]);
    }
    await anvil.call(token, 'Token.transfer', [shops[0], 5n], { from: anvil.accounts[7]?.address as Hex });
    if (block % 2 === 0) await anvil.call(wallet, 'SmartWallet.pay', [shops[1], BigInt(block + 1)]);
    await anvil.mine();
  }
  await anvil.mine();
  const last = await anvil.blockNumber();
  for (let number = first; number <= last; number += 1) recorded.push(await record(`0x${number.toString(16)}`));
});

after(async () => {
  await anvil.stop();
  await rm(folder, { recursive: true });
});

async function record(number: Hex): Promise<Recorded> {
  return {
    block: await anvil.rpc('eth_getBlockByNumber', [number, true]),
    receipts: await anvil.rpc('eth_getBlockReceipts', [number]),
    traces: await anvil.rpc('debug_traceBlockByNumber', [number, { tracer: 'callTracer' }]),
    flat: await anvil.rpc('trace_block', [number]),
  };
}

/** Runs the command in this process, since a process for each case would be slow. */
async function scan(...args: readonly string[]): Promise<Outcome> {
  const lines: Record<string, unknown>[] = [];
  const told: string[] = [];
  const outlet = {
    variables: process.env,
    print: async (line: string) => void lines.push(JSON.parse(line)),
    tell: (sentence: string) => void told.push(sentence),
  };
  try {
    await scanFile([...args], outlet);
    return { lines, told: told.join('\n'), code: 0 };
  } catch (error) {
    assert.ok(error instanceof StartFault, String(error));
    return { lines, told: [...told, error.message].join('\n'), code: 1 };
  }
}

function command(...args: readonly string[]): Promise<Outcome> {
  const cli = ['src/cli/main.js', 'scan-file', ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, cli, { timeout: 60_000, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter((line) => line !== '');
      const code = error === null ? 0 : Number(error.code);
      resolve({ lines: lines.map((line) => JSON.parse(line)), told: stderr, code });
    });
  });
}

async function fileOf(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const terms = () => ['--addresses', shops.join(','), '--contracts', token];

/** Counted from the node's responses alone: values, status, events, and the one kind of internal call in the test. */
function recount(withInner: boolean): string[] {
  const wanted = new Set<string>(shops);
  return recorded
    .flatMap(({ block, receipts }, at) => {
      const natives = block.transactions.flatMap(({ hash, to, value }) => {
        const { status } = receipts.find((one) => one.transactionHash === hash) ?? assert.fail();
        return wanted.has(to ?? '') && BigInt(value) > 0n && status === '0x1'
          ? [`${hash} native ${to} ${BigInt(value)}`]
          : [];
      });
      const events = receipts.flatMap(({ transactionHash, logs }) =>
        logs.flatMap(({ address, topics, data }) => {
          const to = `0x${topics[2]?.slice(26)}`;
          const counts = address === token && topics[0] === transferTopic && wanted.has(to) && BigInt(data) > 0n;
          return counts ? [`${transactionHash} ${address} ${to} ${BigInt(data)}`] : [];
        }),
      );
      const inner = withInner ? block.transactions.filter(({ to }) => to === wallet) : [];
      return [...natives, ...events, ...inner.map(({ hash }) => `${hash} native ${shops[1]} ${at + 1}`)];
    })
    .sort();
}

function found({ lines }: Outcome): string[] {
  return lines
    .filter((line) => line.succeeded)
    .map((line) => `${line.tx_hash} ${line.contract ?? 'native'} ${line.to} ${line.amount}`)
    .sort();
}

test('one record a line, with traces: every transfer is found once, and failures are told as such', async () => {
  const lines = recorded.map(({ block, receipts, traces }) => JSON.stringify({ block, receipts, traces }));
  const outcome = await command(await fileOf('lines.jsonl', lines.join('\n')), ...terms());
  assert.equal(outcome.code, 0, outcome.told);
  assert.deepEqual(found(outcome), recount(true));
  const failed = outcome.lines.filter((line) => !line.succeeded);
  assert.equal(failed.length, 6);
  assert.match(outcome.told, new RegExp(`^${outcome.lines.length} transfers in 7 blocks, 6 of them failed$`, 'm'));
  const places = outcome.lines.map((line) => `${line.tx_hash} ${line.position}`);
  assert.equal(new Set(places).size, places.length);
});

test('the same comes of every way in which blocks are recorded', async () => {
  const answers = (part: (one: Recorded) => unknown) =>
    recorded.map((one, id) => ({ jsonrpc: '2.0', id, result: part(one) }));
  const decimal = recorded.map(({ block, receipts }) => ({
    block: {
      ...block,
      number: Number(block.number),
      transactions: block.transactions.map((tx) => ({ ...tx, value: BigInt(tx.value).toString() })),
    },
    receipts: receipts.map((one) => ({ ...one, status: one.status === '0x1' })),
  }));
  const shapes: Record<string, [files: unknown[], traced: boolean]> = {
    'a list of records': [[recorded.map(({ block, receipts, traces }) => ({ block, receipts, traces }))], true],
    'records with flat traces': [
      [recorded.map(({ block, receipts, flat }) => ({ block, receipts, trace: flat }))],
      true,
    ],
    'frames that do not say whose they are': [
      [recorded.map(({ block, receipts, traces }) => ({ block, receipts, traces: traces.map((one) => one.result) }))],
      true,
    ],
    'one object with everything': [
      [{ blocks: recorded.map((one) => one.block), receipts: recorded.map((one) => one.receipts) }],
      false,
    ],
    'JSON-RPC answers in files of their own': [
      [answers((one) => one.receipts), answers((one) => one.block), answers((one) => one.traces)],
      true,
    ],
    'receipts one by one, before their blocks': [
      [[...recorded.flatMap((one) => one.receipts), ...recorded.map((one) => one.block)]],
      false,
    ],
    'receipts within the block': [[recorded.map(({ block, receipts }) => ({ ...block, receipts }))], false],
    'numbers as libraries write them': [[decimal], false],
    'an exchange, question and answer': [
      [
        recorded.flatMap(({ block, receipts }) => [
          {
            request: { method: 'eth_getBlockByNumber', params: [block.number, true] },
            response: { id: 1, jsonrpc: '2.0', result: block },
          },
          {
            request: { method: 'eth_getBlockReceipts', params: [block.number] },
            response: { id: 2, jsonrpc: '2.0', result: receipts },
          },
        ]),
      ],
      false,
    ],
  };
  for (const [name, [files, traced]] of Object.entries(shapes)) {
    const paths = await Promise.all(files.map((content, at) => fileOf(`${at}.json`, content)));
    const outcome = await scan(...paths, ...terms());
    assert.equal(outcome.code, 0, `${name}: ${outcome.told}`);
    assert.deepEqual(found(outcome), recount(traced), name);
    assert.equal(/there are no traces/.test(outcome.told), !traced, name);
  }
});

test('--all finds what went to anybody, and --contracts any the tokens that nobody named', async () => {
  const path = await fileOf('all.json', recorded);
  const outcome = await scan(path, '--all', '--contracts', 'any');
  assert.equal(outcome.code, 0, outcome.told);
  const recipients = new Set(outcome.lines.map((line) => line.to));
  for (const shop of [...shops, someAddress(3)]) assert.ok(recipients.has(shop));
  assert.deepEqual(new Set(outcome.lines.map((line) => line.contract)), new Set([null, token]));
  const byNetwork = await scan(path, '--all', '--network', 'ethereum');
  assert.deepEqual(new Set(byNetwork.lines.map((line) => line.contract)), new Set([null]));
});

test('a receipt alone tells of its events, and that nothing else can be told', async () => {
  const [receipt] =
    recorded[1]?.receipts.filter(({ logs }) => logs[0]?.topics[2]?.endsWith(shops[0]?.slice(2) as string)) ?? [];
  const outcome = await scan(await fileOf('one.json', receipt), ...terms());
  assert.deepEqual([outcome.code, outcome.lines.length], [0, 1], outcome.told);
  assert.equal(outcome.lines[0]?.tx_hash, receipt?.transactionHash);
  assert.match(outcome.told, /block \d+ itself is missing .* only token events in its receipts are found/);
});

test('what is missing or wrong is named, with the file', async () => {
  const { block, receipts } = recorded[2] as Recorded;
  const table: [content: unknown, args: readonly string[], message: RegExp][] = [
    [block, terms(), /There are no receipts and no logs of block \d+ \(eth_getBlockReceipts, or eth_getLogs\)/],
    [
      { block, receipts: receipts.slice(2) },
      terms(),
      /There are receipts of \d+ of the \d+ chain transactions of block/,
    ],
    [{ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'no' } }, terms(), /contains an error response/],
    [{ hello: 1 }, terms(), /bad\.json: contains a value that is not a block, receipt, log or trace: \{"hello":1\}/],
    ['{"block": ', terms(), /bad\.json: is not JSON in the value that begins at byte 0/],
    ['', terms(), /There is no block, receipt or log/],
    [block, [], /Give one of --addresses a,b, --addresses-file F and --all/],
    [block, ['--addresses', '0x12'], /0x12: An address here is 0x followed by 40/],
    [block, ['--all', '--network', 'ether'], /There is no network ether/],
  ];
  for (const [content, args, message] of table) {
    const outcome = await scan(await fileOf('bad.json', content), ...args);
    assert.equal(outcome.code, 1);
    assert.match(outcome.told, message);
  }
  assert.match((await scan(join(folder, 'none.json'), ...terms())).told, /none\.json: ENOENT/);
});

test('a long recording is scanned as it is read, and every block of it once', async () => {
  const lines: string[] = [];
  for (let copy = 0; copy < 40; copy += 1)
    for (const { block, receipts, flat } of recorded) {
      // Copies of the same blocks with other hashes and heights.
      const text = JSON.stringify({ block, receipts, flat });
      const hash = `0x${copy.toString(16).padStart(4, '0')}${block.hash.slice(6)}`;
      lines.push(text.replaceAll(block.hash, hash));
    }
  const path = await fileOf('long.jsonl', lines.join('\n'));
  const outcome = await scan(path, ...terms());
  assert.match(outcome.told, /^\d+ transfers in 280 blocks, 240 of them failed$/m);
  assert.equal(outcome.lines.length - 240, 40 * recount(true).length);
});

/** Bitcoin's first block as published (Bitcoin Core, chainparams, and every explorer). */
const genesis = [
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc8',
  '1bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c01010000000100000000000000000000000000000000000000000000',
  '00000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f',
  '72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104',
  '678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b',
  '8d578a4c702b6bf11d5fac00000000',
].join('');

test('raw blocks of Bitcoin are read as hexadecimal digits, as JSON and as bytes', async () => {
  const bytes = Buffer.from(genesis, 'hex');
  const framed = Buffer.concat([Buffer.from('f9beb4d9', 'hex'), Buffer.from([0x1d, 1, 0, 0]), bytes]);
  const files = ['genesis.bin', 'blk00000.dat'].map((name) => join(folder, name));
  await writeFile(files[0] as string, bytes);
  await writeFile(files[1] as string, Buffer.concat([framed, framed, Buffer.alloc(100)]));
  const paths = [
    ...files,
    await fileOf('genesis.hex', `${genesis}\n`),
    await fileOf('genesis.json', { result: genesis, error: null, id: 1 }),
  ];
  const outcome = await scan(...paths, '--all', '--network', 'bitcoin');
  assert.equal(outcome.code, 0, outcome.told);
  // Its output pays to a bare public key, which has no address.
  assert.match(outcome.told, /^0 transfers in 5 blocks, 0 of them failed$/m);
  const cut = await scan(await fileOf('cut.hex', genesis.slice(0, -2)), '--all', '--network', 'bitcoin');
  assert.deepEqual([cut.code, /cut\.hex: /.test(cut.told)], [1, true]);
});
