// Another app takes over a port: requests in progress end in the former app, and later ones reach the new app.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { until } from '../../../../test/rig/client.ts';
import { bareServer } from '../../../../test/rig/interface/bare-server.ts';
import { drainable } from '../edge/draining.ts';
import { answerEvents } from '../edge/event-streams.ts';
import { createServer } from '../server.ts';
import { type PublicPort, publicPort } from './public-port.ts';

const running = new AbortController();

async function appNamed(name: string, port: PublicPort) {
  const app = await createServer(bareServer);
  const draining = drainable(app, port);
  const held = Promise.withResolvers<string>();
  app.get('/name', () => name);
  app.get('/held', () => held.promise);
  app.get('/events', (_request, reply) => answerEvents(reply.type('text/event-stream'), (to) => void to.write('\n')));
  await app.ready();
  return { app, draining, answerHeld: () => held.resolve(`${name} answered late`) };
}

const asking = (path: string) => `GET ${path} HTTP/1.1\r\nhost: pay.shop.example\r\n\r\n`;

test('a request in progress ends in the former app; the same connection then reaches the new one', async () => {
  const port = await publicPort({ host: '127.0.0.1', port: 0 });
  const former = await appNamed('former', port);
  await port.answerWith(former.app);
  const open = () => {
    const socket = connect(port.number(), '127.0.0.1').setEncoding('latin1');
    after(() => socket.destroy());
    let text = '';
    socket.on('data', (part: string) => {
      text += part;
    });
    return { socket, text: () => text };
  };
  const [kept, waiting, listening] = [open(), open(), open()];
  kept.socket.write(asking('/name'));
  waiting.socket.write(asking('/held'));
  listening.socket.write(asking('/events'));
  await until(() => kept.text().endsWith('former') && listening.text().includes('200 OK'), 'the former app to answer');

  const next = await appNamed('next', port);
  await port.answerWith(next.app);
  const ended = once(listening.socket, 'data');
  const retired = former.draining.retire(60_000, running.signal);
  await ended;
  kept.socket.write(asking('/name'));
  await until(() => kept.text().endsWith('next'), 'the next app to answer on the kept connection');
  assert.match(listening.text(), /0\r\n\r\n$/, 'the event stream ended as a complete response');
  assert.doesNotMatch(waiting.text(), /HTTP/);

  former.answerHeld();
  await retired;
  await until(() => waiting.text().endsWith('former answered late'), 'the answer of the request in progress');
  waiting.socket.write(asking('/name'));
  await until(() => waiting.text().endsWith('next'), 'the next app to answer');
  await next.draining.stop(0);
});
