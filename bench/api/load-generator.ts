// Sends prepared requests over plain sockets, one at a time on each connection, and measures latency. It costs far less
// than any server, so the result reflects the server.
import { connect, type Socket } from 'node:net';
import { percentile } from '../table.ts';

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Complete HTTP/1.1 requests. */
  readonly requests: readonly string[];
  /** Whether to start again when the requests run out. Otherwise the run ends early. */
  readonly repeat: boolean;
}

/** Latencies in milliseconds. */
export interface LoadResult {
  readonly count: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** The first response bodies of this run, from which ids are read. */
  readonly samples: readonly string[];
  /** The number of unsuccessful responses, and the first of them. */
  readonly failures: number;
  readonly firstFailure: string | null;
}

const keptSamples = 2_000;
const headEnd = Buffer.from('\r\n\r\n');

async function run(load: Load): Promise<LoadResult> {
  const requests = load.requests.map((text) => Buffer.from(text));
  const latencies: number[] = [];
  const samples: string[] = [];
  let failures = 0;
  let firstFailure: string | null = null;
  let next = 0;
  const started = performance.now();
  const end = started + load.seconds * 1000;

  const take = (): Buffer | undefined => {
    if (performance.now() >= end) return undefined;
    if (next === requests.length && load.repeat) next = 0;
    return requests[next++];
  };
  const note = (answer: Buffer, bodyAt: number, sent: number): void => {
    latencies.push(performance.now() - sent);
    // "HTTP/1.1 2": any success.
    if (answer[9] !== 0x32) {
      failures += 1;
      firstFailure ??= answer.toString('utf8', 0, 1_000);
    } else if (samples.length < keptSamples) samples.push(answer.toString('utf8', bodyAt));
  };
  await Promise.all(Array.from({ length: load.connections }, () => converse(load.port, take, note)));
  const sorted = latencies.toSorted((a, b) => a - b);
  return {
    count: latencies.length,
    seconds: (performance.now() - started) / 1000,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    samples,
    failures,
    firstFailure,
  };
}

/** One connection: sends the next request after the previous response is complete. */
function converse(
  port: number,
  take: () => Buffer | undefined,
  note: (answer: Buffer, bodyAt: number, sent: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: '127.0.0.1', port, noDelay: true });
    let sent = 0;
    let gathered: Buffer | null = null;
    const send = () => {
      const request = take();
      if (request === undefined) {
        socket.destroy();
        resolve();
        return;
      }
      sent = performance.now();
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('end', () => reject(new Error('the server closed a connection')));
    socket.on('data', (chunk) => {
      gathered = gathered === null ? chunk : Buffer.concat([gathered, chunk]);
      const headLength = gathered.indexOf(headEnd);
      if (headLength < 0) return;
      const length = /content-length: (\d+)/i.exec(gathered.toString('latin1', 0, headLength))?.[1];
      if (length === undefined) return void reject(new Error('an answer without a content-length'));
      const bodyAt = headLength + headEnd.length;
      if (gathered.length < bodyAt + Number(length)) return;
      note(gathered, bodyAt, sent);
      gathered = null;
      send();
    });
  });
}

process.on('message', async (load: Load) => {
  process.send?.(await run(load));
});
