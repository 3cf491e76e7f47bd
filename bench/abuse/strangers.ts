// Simulates abusive clients of one service from many addresses of this machine, in a separate process.
import { connect, type Socket } from 'node:net';

export interface Assault {
  readonly port: number;
  /** Followed by 1,000 each of 5,000 streams, and changed in a loop. */
  readonly invoiceIds: readonly string[];
  readonly appId: string;
  /** The uploads of pictures: complete requests without their bodies. */
  readonly pictureHeads: readonly string[];
  readonly picture: Uint8Array;
  readonly seconds: number;
}

export type StrangersOrder =
  | { readonly what: 'follow'; readonly assault: Assault }
  | { readonly what: 'assault'; readonly assault: Assault };

/**
 * Responses by status. `hung up`: connections that the service closed without a response. `unsent`: requests that found
 * no free connection.
 */
export type Tally = Readonly<Record<string, number>>;

const streams = 5_000;
const slowBodies = 1_000;
const requestsPerSecond = 500;
const connections = 100;
const perAddress = 20;
const headEnd = '\r\n\r\n';

const tally = new Map<string, number>();
const sockets = new Set<Socket>();
const count = (what: string) => void tally.set(what, (tally.get(what) ?? 0) + 1);
let isOver = false;

/** Addresses of 127.0.0.0/8, except 127.0.0.1, from which the merchant calls. */
const addressOf = (net: number, place: number) => `127.0.${net}.${1 + (place % 250)}`;
const passed = (millis: number) => new Promise<void>((resolve) => void setTimeout(resolve, millis));

function dial(port: number, localAddress: string): Socket {
  const socket = connect({ host: '127.0.0.1', port, localAddress, noDelay: true });
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.once('close', () => sockets.delete(socket));
  return socket;
}

function head(line: string, headers: readonly string[] = []): string {
  return [`${line} HTTP/1.1`, 'Host: bench', ...headers, '', ''].join('\r\n');
}

/** The status in the first bytes of a response. */
const statusOf = (text: string) => /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 'nonsense';

async function follow({ port, invoiceIds }: Assault): Promise<void> {
  const opening: Promise<void>[] = [];
  for (let place = 0; place < streams; place++) {
    const invoiceId = invoiceIds[place % invoiceIds.length];
    const address = addressOf(1, Math.floor(place / (perAddress * invoiceIds.length)));
    const socket = dial(port, address);
    socket.write(head(`GET /api/invoice/${invoiceId}/events?v=1`, ['Accept: text/event-stream']));
    opening.push(
      new Promise((resolve) => {
        socket.once('data', (part: Buffer) => {
          count(`stream ${statusOf(part.toString('latin1', 0, 20))}`);
          resolve();
        });
        socket.once('close', () => resolve());
      }),
    );
    if (place % 100 === 99) await passed(50);
  }
  await Promise.all(opening);
}

/** Sends one byte every five seconds, and starts again when the service closes the connection. */
function sendSlowly(port: number, place: number): void {
  if (isOver) return;
  const socket = dial(port, addressOf(2, place));
  socket.write(head('POST /api/transaction?v=1', ['Content-Type: application/json', 'Content-Length: 1000']));
  const timer = setInterval(() => socket.write(' '), 5_000);
  socket.once('data', (part: Buffer) => count(`slow body ${statusOf(part.toString('latin1', 0, 20))}`));
  socket.once('close', () => {
    clearInterval(timer);
    if (!isOver) count('slow body hung up');
    setTimeout(() => sendSlowly(port, place), 1_000);
  });
}

/** One connection with one request at a time. It reconnects after the service closes it. */
class Conversation {
  readonly #dial: () => Socket;
  #socket: Socket | null = null;
  #answered: ((status: string, body: string) => void) | null = null;
  #text = '';

  constructor(port: number, address: string) {
    this.#dial = () => dial(port, address);
  }

  get isBusy(): boolean {
    return this.#answered !== null;
  }

  ask(request: string | Buffer): Promise<{ status: string; body: string }> {
    return new Promise((resolve) => {
      this.#answered = (status, body) => {
        this.#answered = null;
        this.#text = '';
        resolve({ status, body });
      };
      this.#socket ??= this.#open();
      this.#socket.write(request);
    });
  }

  #open(): Socket {
    const socket = this.#dial();
    socket.on('data', (part: Buffer) => {
      this.#text += part.toString('latin1');
      const end = this.#text.indexOf(headEnd);
      if (end < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(this.#text.slice(0, end))?.[1] ?? 0);
      if (this.#text.length < end + headEnd.length + length) return;
      this.#answered?.(statusOf(this.#text), this.#text.slice(end + headEnd.length));
    });
    socket.once('close', () => {
      this.#socket = null;
      this.#answered?.('hung up', '');
    });
    return socket;
  }
}

async function readAnonymously({ port, invoiceIds, appId }: Assault): Promise<void> {
  const free = Array.from({ length: connections }, (_, place) => new Conversation(port, addressOf(3, place)));
  const paths = invoiceIds.flatMap((id) => [
    ...[`/api/invoice/${id}?v=1`, `/api/transactions?v=1&invoice_id=${id}`, `/api/app/${appId}?v=1`],
    ...[`/api/app-cryptocurrencies?v=1&app_id=${appId}`, '/api/currencies?v=1', `/pay/${id}`],
  ]);
  for (let sent = 0; !isOver; ) {
    for (let now = 0; now < requestsPerSecond / 50; now++, sent++) {
      const one = free.find(({ isBusy }) => !isBusy);
      if (one === undefined) count('read unsent');
      else void one.ask(head(`GET ${paths[sent % paths.length]}`)).then(({ status }) => count(`read ${status}`));
    }
    await passed(20);
  }
}

/** Creates and cancels an attempt again and again, on each invoice in turn. */
async function change({ port, invoiceIds }: Assault): Promise<void> {
  const one = new Conversation(port, addressOf(4, 0));
  for (let round = 1; !isOver; round++) {
    const body = JSON.stringify({
      invoice_id: invoiceIds[round % invoiceIds.length],
      cryptocurrency: 'ETH',
      network: 'local',
      from: `0x${round.toString(16).padStart(40, '0')}`,
    });
    const about = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    const made = await one.ask(head('POST /api/transaction?v=1', about) + body);
    count(`change ${made.status}`);
    const id = /"id":"([^"]+)"/.exec(made.body)?.[1];
    if (made.status === '201' && id !== undefined) await one.ask(head(`DELETE /api/transaction/${id}?v=1`));
    await passed(50);
  }
}

/** Sends all uploads at the same moment. */
function putPictures({ port, pictureHeads, picture }: Assault): void {
  for (const [place, pictureHead] of pictureHeads.entries()) {
    const request = Buffer.concat([Buffer.from(pictureHead), picture]);
    const one = new Conversation(port, addressOf(5, place));
    void one.ask(request).then(({ status }) => count(`picture ${status}`));
  }
}

process.on('message', async (order: StrangersOrder) => {
  const { assault } = order;
  if (order.what === 'follow') await follow(assault);
  else {
    for (let place = 0; place < slowBodies; place++) sendSlowly(assault.port, place);
    void readAnonymously(assault);
    void change(assault);
    putPictures(assault);
    await passed(assault.seconds * 1_000);
    isOver = true;
    for (const socket of sockets) socket.destroy();
  }
  process.send?.(Object.fromEntries(tally));
});
