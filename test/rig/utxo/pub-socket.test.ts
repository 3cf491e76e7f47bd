// The PUB socket sends the same bytes as libzmq, except for the version number.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { until } from '../client.ts';
import {
  libzmqAfterwards,
  libzmqGreeting,
  libzmqMessages,
  libzmqSignature,
  sentAfterwards,
  sentMessages,
} from './libzmq-session.ts';
import { openPubSocket } from './pub-socket.ts';

/** Version 3.0, the mechanism NULL, and READY of a SUB socket. */
const subscriber = Buffer.concat([
  Buffer.from(`ff00000000000000007f03004e554c4c${'00'.repeat(48)}0419`, 'hex'),
  Buffer.from('\x05READY\x0bSocket-Type\0\0\0\x03SUB'),
]);
const asking = (act: number, topic: string) =>
  Buffer.concat([Buffer.of(0, topic.length + 1, act), Buffer.from(topic, 'latin1')]);

test('the greeting, the messages and their choice by topic are those of libzmq', async () => {
  const publisher = await openPubSocket();
  const socket = connect(publisher.port, '127.0.0.1');
  let got = '';
  socket.on('data', (chunk) => {
    got += chunk.toString('hex');
  });
  const received = async (expected: string) => {
    await until(() => got.length >= expected.length, `${expected} to arrive; ${got} did`, { everyMs: 1 });
    assert.equal(got, expected);
    got = '';
  };
  // Sends numbered messages until one arrives, because a subscription has no reply.
  const subscribed = async (topic: string) => {
    let last = '';
    let sent = 0;
    const arrives = () => {
      if (got !== '') return true;
      sent += 1;
      const probe = Buffer.from(`${topic}?${sent}`);
      last = Buffer.concat([Buffer.of(0, probe.length), probe]).toString('hex');
      publisher.send([probe]);
      return false;
    };
    await until(arrives, `a message of ${topic}`, { everyMs: 1 });
    await until(() => got.endsWith(last), 'the last message sent', { everyMs: 1 });
    got = '';
  };
  try {
    await received(libzmqSignature);
    socket.write(subscriber);
    await received(libzmqGreeting.replace(/^0301/, '0300'));
    socket.write(Buffer.concat([asking(1, 'hashblock'), asking(1, 'rawtx'), asking(1, 'end')]));
    await subscribed('end');
    for (const message of sentMessages) publisher.send(message);
    await received(libzmqMessages);
    socket.write(Buffer.concat([asking(0, 'rawtx'), asking(1, 'new')]));
    await subscribed('new');
    for (const message of sentAfterwards) publisher.send(message);
    await received(libzmqAfterwards);
  } finally {
    socket.destroy();
    await publisher.close();
  }
});

test('a connection with another protocol or mechanism is closed', async () => {
  const publisher = await openPubSocket();
  try {
    for (const said of [Buffer.alloc(64, 'GET / HTTP/1.1'), Buffer.from(subscriber).fill('PLAIN', 12, 17)]) {
      const socket = connect(publisher.port, '127.0.0.1');
      socket.resume().write(said);
      await once(socket, 'close');
    }
  } finally {
    await publisher.close();
  }
});
