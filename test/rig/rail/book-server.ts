// A custodian's book, served over HTTP on loopback: it makes addresses, and lists the payments to them.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An entry as the book lists it. Amounts are whole numbers of the smallest unit, as text. */
export interface BookEntry {
  readonly number: number;
  readonly id: string;
  readonly place: string;
  readonly amount: string;
  readonly proof: string;
  readonly settled_at: string;
}

export interface BookReport {
  readonly entries: readonly BookEntry[];
  readonly is_more: boolean;
}

export interface PlaceWanted {
  readonly account: string;
  readonly amount: string;
  readonly expires_at: string;
  readonly reference: string;
}

/**
 * `silent`: it accepts requests and never answers. `away`: it closes connections. `bare`: its entries have no proof.
 * `stuck`: it claims to have more entries, and lists none.
 */
export type BookMood = 'well' | 'silent' | 'away' | 'bare' | 'stuck';

export interface BookServer {
  /** Without a slash at the end. */
  readonly url: string;
  /** The requests that it received, in order. */
  readonly asked: readonly PlaceWanted[];
  mood: BookMood;
  /** How far its clock is ahead of the real one, in seconds. */
  secondsAhead: number;
  /** Pays at a place. Returns the id of the entry. */
  pay(place: string, units: bigint): string;
  close(): Promise<void>;
}

/** The maximum number of entries in one report. */
const mostEntries = 2;

export async function startBookServer(): Promise<BookServer> {
  const entries: BookEntry[] = [];
  const asked: PlaceWanted[] = [];
  const server = createServer(async (request, response) => {
    if (book.mood === 'away') return void request.socket.destroy();
    const url = new URL(request.url ?? '', 'http://book.test');
    if (book.mood === 'silent') return;
    const answered = JSON.stringify(await answer(url, request));
    response.writeHead(200, { 'content-type': 'application/json' }).end(answered);
  });
  const answer = async (url: URL, request: IncomingMessage): Promise<object> => {
    if (url.pathname === '/place') {
      asked.push(JSON.parse(await textOf(request)) as PlaceWanted);
      return { place: `place-${hex(8)}` };
    }
    if (book.mood === 'stuck') return { entries: [], is_more: true } satisfies BookReport;
    const after = Number(url.searchParams.get('after') ?? 0);
    const listed = entries.slice(after, after + mostEntries);
    const shown = book.mood === 'bare' ? listed.map((entry) => ({ ...entry, proof: '' })) : listed;
    return { entries: shown, is_more: after + listed.length < entries.length } satisfies BookReport;
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const book: BookServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    mood: 'well',
    secondsAhead: 0,
    pay(place, units) {
      const settled_at = new Date(Date.now() + book.secondsAhead * 1_000).toISOString();
      const entry = {
        number: entries.length + 1,
        id: hex(32),
        place,
        amount: String(units),
        proof: hex(32),
        settled_at,
      };
      entries.push(entry);
      return entry.id;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return book;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex');
