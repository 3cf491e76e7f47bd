// A stopping server answers each request that has arrived, even if it was not read yet.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { after, test } from 'node:test';
import { until } from '../../../../test/rig/client.ts';
import { bareServer } from '../../../../test/rig/interface/bare-server.ts';
import { createServer } from '../server.ts';
import { drainable } from './draining.ts';
import { answerEvents } from './event-streams.ts';

/** More than the system buffers for a connection if the client does not read. */
const large = 'x'.repeat(32 * 1024 * 1024);

async function listening(leaving?: AbortSignal) {
  const app = await createServer(bareServer);
  const draining = drainable(app, undefined, leaving);
  app.get('/small', () => 'small');
  app.get('/large', () => large);
  app.get('/piped', (_request, reply) => reply.type('text/event-stream').send(new PassThrough()));
  app.get('/written', (_request, reply) =>
    answerEvents(reply.type('text/event-stream'), (to) => void to.write('retry: 1\n\n')),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const open = () => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    after(() => socket.destroy());
    return socket;
  };
  return { app, open, stop: () => draining.stop(0) };
}

const asking = (path: string) => `GET ${path} HTTP/1.1\r\nhost: pay.shop.example\r\n\r\n`;

/** Returns everything received until the connection ends, and how it ended if that was irregular. */
async function answered(socket: Socket): Promise<string> {
  let text = '';
  try {
    for await (const part of socket) text += part;
  } catch (error) {
    text += (error as NodeJS.ErrnoException).code;
  }
  return text;
}

function assertLastAnswer(text: string, body = 'small'): void {
  assert.match(text.slice(0, 1_000), /^HTTP\/1\.1 200 OK\r\n/);
  assert.match(text.slice(0, 1_000), /^connection: close\r$/im);
  assert.ok(text.endsWith(`\r\n\r\n${body}`), `${text.length} characters came: ${text.slice(-200)}`);
}

test('a request that is unread on a kept-alive connection is answered, and its connection closed', async () => {
  const { open, stop } = await listening();
  const socket = open();
  socket.write(asking('/small'));
  assert.match(String(await once(socket, 'data')), /^connection: keep-alive\r$/im);
  socket.write(asking('/small'));
  const stopped = stop();
  assertLastAnswer(await answered(socket));
  await stopped;
});

test('clients are asked to leave once the process begins to stop, before the port is closed', async () => {
  const stopping = new AbortController();
  const { open, stop } = await listening(stopping.signal);
  const [before, later] = [open(), open()];
  before.write(asking('/small'));
  assert.match(String(await once(before, 'data')), /^connection: keep-alive\r$/im);
  stopping.abort();
  later.write(asking('/small'));
  assertLastAnswer(await answered(later));
  await stop();
});

test('a request that is unread on a connection just accepted is answered', async () => {
  const { app, open, stop } = await listening();
  const socket = open();
  await Promise.all([once(app.server, 'connection'), once(socket, 'connect')]);
  socket.write(asking('/small'));
  const stopped = stop();
  assertLastAnswer(await answered(socket));
  await stopped;
});

test('requests on connections that wait to be accepted are answered', async () => {
  const { open, stop } = await listening();
  const sockets = Array.from({ length: 64 }, open);
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.write(asking('/small'));
  const stopped = stop();
  for (const text of await Promise.all(sockets.map(answered))) assertLastAnswer(text);
  await stopped;
});

test('an answer that its caller reads slowly is sent to its end', async () => {
  const { app, open, stop } = await listening();
  const socket = open();
  socket.write(asking('/large'));
  const [, response] = await once(app.server, 'request');
  await until(() => response.writableEnded, 'the whole answer to be written');
  const stopped = stop();
  const text = await answered(socket);
  assert.ok(text.endsWith(`\r\n\r\n${large}`), `${text.length} characters came`);
  await stopped;
});

test('while one is being answered, other connections serve one more request each, and streams end', async () => {
  const { app, open, stop } = await listening();
  const [slow, kept, ...streaming] = [open(), open(), open(), open()] as const;
  slow.write(asking('/large'));
  const [, response] = await once(app.server, 'request');
  await until(() => response.writableEnded, 'the whole answer to be written');
  for (const socket of [kept, ...streaming]) {
    socket.write(asking('/small'));
    await once(socket, 'data');
  }
  const stopped = stop();
  await until(() => !app.server.listening, 'the port to close');
  kept.write(asking('/small'));
  assertLastAnswer(await answered(kept));
  for (const [index, path] of ['/piped', '/written'].entries()) {
    const socket = streaming[index] as Socket;
    socket.write(asking(path));
    const text = await answered(socket);
    assert.match(text, /^HTTP\/1\.1 200 OK\r\n/);
    assert.match(text, /^(content-length: 0\r$|.*\r\n0\r\n\r\n$)/ims);
  }
  assert.ok((await answered(slow)).endsWith(large));
  await stopped;
});

test('idle connections, and those that were never used, are closed', async () => {
  const { app, open, stop } = await listening();
  const [idle, unused] = [open(), open()];
  await Promise.all([once(unused, 'connect'), once(app.server, 'connection')]);
  idle.write(asking('/small'));
  await once(idle, 'data');
  await stop();
  assert.deepEqual([await answered(idle), await answered(unused)], ['', '']);
});
