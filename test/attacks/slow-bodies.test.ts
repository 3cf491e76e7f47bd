// A client that sends a byte now and then cannot hold a connection for long. Clients that wait for a response are not
// cut off.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { timeouts } from '../../src/io/http/edge/timeouts.ts';
import { createServer } from '../../src/io/http/server.ts';
import { createLog } from '../../src/io/log.ts';
import { until } from '../rig/client.ts';

type Server = Awaited<ReturnType<typeof createServer>>;

/** The production limits, scaled down for the test (milliseconds). */
const short = { headers: 300, request: 600, idle: 60_000, look: 50 };
let app: Server;
let port: number;
const events = new Readable({ read: () => undefined });
events.push(': hello\n\n');

before(async () => {
  app = await createServer({
    log: createLog('silent'),
    publicUrl: 'http://shop.example',
    trustProxy: false,
    timeouts: short,
  } as Parameters<typeof createServer>[0]);
  app.post('/body', () => ({ ok: true }));
  app.get('/events', (_request, reply) => reply.type('text/event-stream').send(events));
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
after(async () => {
  events.push(null);
  await app?.close();
});

interface Caller {
  readonly socket: Socket;
  said(): string;
  isOver(): boolean;
}

async function caller(text: string): Promise<Caller> {
  const socket = connect(port, '127.0.0.1');
  let [said, isOver] = ['', false];
  socket.on('data', (bytes) => {
    said += bytes;
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    isOver = true;
  });
  await once(socket, 'connect');
  socket.write(text);
  return { socket, said: () => said, isOver: () => isOver };
}

test('T3-slow-bodies: a body that arrives byte by byte gets 408, an event stream stays open (S16)', async () => {
  const host = 'host: shop.example\r\n';
  const reader = await caller(`GET /events HTTP/1.1\r\n${host}\r\n`);
  await until(() => reader.said().includes('hello'), 'the stream to begin');
  const body = `POST /body HTTP/1.1\r\n${host}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`;
  const slow = await Promise.all(Array.from({ length: 200 }, (_, i) => caller(i % 2 === 0 ? body : 'POST /body HT')));
  const dripping = setInterval(() => {
    for (const { socket } of slow) if (socket.writable) socket.write(' ');
  }, 50);
  try {
    await until(() => slow.every((one) => one.isOver()), 'all of them to be closed');
  } finally {
    clearInterval(dripping);
  }
  for (const one of slow.filter((_, i) => i % 2 === 0)) {
    assert.match(one.said(), /^HTTP\/1\.1 408 Request Timeout\r\n/);
    assert.match(one.said(), /"code":"request_timeout"/);
  }
  assert.equal(reader.isOver(), false);
  events.push('data: still here\n\n');
  await until(() => reader.said().includes('still here'), 'the stream to go on');
  reader.socket.destroy();
});

test('a slow sender has less than a minute in all, and an idle connection outlives those of load balancers', () => {
  assert.ok(timeouts.request + timeouts.look <= 40_000);
  assert.ok(timeouts.headers <= timeouts.request);
  assert.ok(timeouts.idle > 60_000 && timeouts.idle < 120_000);
});
