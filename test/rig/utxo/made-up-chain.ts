// A synthetic chain without real work, served as by a node, with the real blocks at 0 and at the checkpoint.
import { scryptSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { doubleHash, merkleRoot, shown } from '../../../src/io/chains/utxo/blocks/hashes.ts';
import type { UtxoParams } from '../../../src/io/chains/utxo/params.ts';
import { workRules } from '../../../src/io/chains/utxo/work/work-rules.ts';
import type { NodeCall } from './utxo-proxy.ts';
import { count, type Output, rawTransaction } from './utxo-transaction.ts';

export interface MadeUpWork {
  /** The target in the headers. */
  readonly bits: number;
  /** Whether nonces are tried until the target is met. */
  readonly isDone: boolean;
  readonly version?: number;
  /** Appended to each header: the proof of another chain's work. */
  readonly proof?: Buffer;
}

export interface MadeUpChain {
  readonly url: string;
  readonly height: number;
  /** Applies to later blocks, and rebuilds existing ones. */
  rework(work: MadeUpWork): void;
  /** Mines a block, dated now, with a chain transaction that pays these outputs. Returns its id. */
  pay(...outputs: readonly Output[]): string;
  stop(): Promise<void>;
}

interface MadeUpBlock {
  readonly hash: string;
  readonly header: Buffer;
  readonly body: Buffer;
}

/** Creates twenty blocks, a thousand above the checkpoint, on a free port of 127.0.0.1. */
export async function startMadeUpChain(params: UtxoParams, work: MadeUpWork): Promise<MadeUpChain> {
  const { checkpoint } = workRules(params.name);
  const first = (checkpoint?.number ?? 0) + 1_000;
  const known = new Map([
    [0, params.genesis],
    [checkpoint?.number ?? 0, checkpoint?.hash ?? params.genesis],
  ]);
  let [how, blocks] = [work, [] as MadeUpBlock[]];
  const now = () => Math.floor(Date.now() / 1000);
  const wanted: { time: number; outputs: readonly Output[] }[] = Array.from({ length: 20 }, (_, at) => ({
    time: now() - 60 * (20 - at),
    outputs: [],
  }));
  const make = () => {
    blocks = [];
    for (const [at, { time, outputs }] of wanted.entries())
      blocks.push(block(blocks.at(-1)?.hash ?? 'ab'.repeat(32), time, transactions(first + at, outputs), how));
  };
  make();
  const answer = ({ id, method, params: asked }: NodeCall): object => {
    const height = first + blocks.length - 1;
    const found = blocks.find(({ hash }) => hash === asked[0]);
    const number = found === undefined ? -1 : first + blocks.indexOf(found);
    const results: Readonly<Record<string, unknown>> = {
      getblockchaininfo: { blocks: height, bestblockhash: blocks.at(-1)?.hash, initialblockdownload: false },
      getbestblockhash: blocks.at(-1)?.hash,
      getblockhash: known.get(asked[0] as number) ?? blocks[(asked[0] as number) - first]?.hash,
      getblock: found && Buffer.concat([found.header, found.body]).toString('hex'),
      getblockheader:
        asked[1] === true
          ? found && { height: number, confirmations: height - number + 1 }
          : found?.header.toString('hex'),
      getrawmempool: [],
    };
    const result = results[method];
    const code = method === 'getblockhash' ? -8 : -5;
    return result === undefined ? { id, error: { code, message: 'Not found' } } : { id, result, error: null };
  };
  const served = await serveCalls(answer);
  return {
    ...served,
    get height() {
      return first + blocks.length - 1;
    },
    rework(other) {
      how = other;
      make();
    },
    pay(...outputs) {
      wanted.push({ time: now(), outputs });
      make();
      return shown(doubleHash(transactions(first + wanted.length - 1, outputs)[1] as Buffer));
    },
  };
}

/** Serves calls, single or in batches, on a free port of 127.0.0.1. */
export async function serveCalls(answer: (call: NodeCall) => object): Promise<Pick<MadeUpChain, 'url' | 'stop'>> {
  const server = createServer((request, response) => void serve(request, response, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A coinbase without recipient, and a transaction with these outputs, which spends coins that do not exist. */
function transactions(number: number, outputs: readonly Output[]): Buffer[] {
  const height = Buffer.alloc(4);
  height.writeUInt32LE(number);
  const coinbase = { txid: '00'.repeat(32), vout: 0xffffffff, script: `04${height.toString('hex')}` };
  const made = [rawTransaction([coinbase], [{ script: '6a', amount: 0n }])];
  if (outputs.length > 0) made.push(rawTransaction([{ txid: 'cd'.repeat(32), vout: number }], outputs));
  return made.map((hex) => Buffer.from(hex, 'hex'));
}

function block(parent: string, time: number, made: readonly Buffer[], work: MadeUpWork): MadeUpBlock {
  const header = Buffer.alloc(80);
  header.writeInt32LE(work.version ?? 0x2000_0000);
  Buffer.from(parent, 'hex').reverse().copy(header, 4);
  merkleRoot(made.map(doubleHash))?.copy(header, 36);
  header.writeUInt32LE(time, 68);
  header.writeUInt32LE(work.bits, 72);
  // For easy targets the first byte suffices. Both hash functions must meet it, because chains use either.
  const first = (work.bits >>> 16) & 0xff;
  const isMet = () =>
    (scryptSync(header, header, 32, { N: 1024, r: 1, p: 1 })[31] as number) < first &&
    (doubleHash(header)[31] as number) < first;
  for (let nonce = 0; work.isDone && !isMet(); nonce += 1) header.writeUInt32LE(nonce, 76);
  return {
    hash: shown(doubleHash(header)),
    header: Buffer.concat([header, work.proof ?? Buffer.alloc(0)]),
    body: Buffer.concat([Buffer.from(count(made.length), 'hex'), ...made]),
  };
}

async function serve(request: IncomingMessage, response: ServerResponse, answer: (call: NodeCall) => object) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (request.method !== 'POST') return response.writeHead(404).end();
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as NodeCall | NodeCall[];
  return response.end(JSON.stringify(Array.isArray(body) ? body.map(answer) : answer(body)));
}
