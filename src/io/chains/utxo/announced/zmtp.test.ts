// A ZMTP subscriber assembles messages from chunks of any size, within limits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  libzmqAfterwards,
  libzmqGreeting,
  libzmqMessages,
  libzmqSignature,
  sentAfterwards,
  sentMessages,
} from '../../../../../test/rig/utxo/libzmq-session.ts';
import { PublishedMessages, subscriberGreeting, subscription } from './zmtp.ts';

const greeting = Buffer.alloc(64);
greeting[0] = 0xff;
greeting[9] = 0x7f;
greeting[10] = 3;
greeting.write('NULL', 12, 'latin1');
const frame = (flags: number, body: string) => Buffer.concat([Buffer.of(flags, body.length), Buffer.from(body)]);
const long = (flags: number, body: Buffer) => {
  const head = Buffer.alloc(9);
  head[0] = flags | 2;
  head.writeBigUInt64BE(BigInt(body.length), 1);
  return Buffer.concat([head, body]);
};
const texts = (messages: readonly (readonly Buffer[])[]) => messages.map((parts) => parts.map(String));

test('messages are assembled from pieces of any size, and commands are skipped', () => {
  const body = Buffer.alloc(700, 'x');
  const sent = Buffer.concat([
    ...[greeting, frame(4, '\x05READY')],
    ...[frame(1, 'hashblock'), frame(1, 'h'.repeat(32)), frame(0, '\0\0\0\0')],
    ...[frame(1, 'rawtx'), long(1, body), frame(0, '\x01\0\0\0')],
  ]);
  const expected = [
    ['hashblock', 'h'.repeat(32), '\0\0\0\0'],
    ['rawtx', String(body), '\x01\0\0\0'],
  ];
  for (const size of [1, 2, 7, 63, 64, 65, 200, sent.length]) {
    const messages = new PublishedMessages(10_000);
    const got: string[][] = [];
    for (let at = 0; at < sent.length; at += size) got.push(...texts(messages.read(sent.subarray(at, at + size))));
    assert.deepEqual([got, messages.isReady], [expected, true], `in pieces of ${size}`);
  }
});

test('a recorded conversation with libzmq is read, message by message', () => {
  const bytes = Buffer.from(libzmqSignature + libzmqGreeting + libzmqMessages + libzmqAfterwards, 'hex');
  const [block, , ...transactions] = sentMessages;
  const messages = new PublishedMessages(10_000);
  assert.deepEqual(messages.read(bytes), [block, ...transactions, sentAfterwards[1]]);
  assert.equal(messages.isReady, true);
});

test('another protocol, or a message above the limit, is rejected at once', () => {
  assert.throws(() => new PublishedMessages(10).read(Buffer.alloc(64, 'HTTP/1.1 400')), RangeError);
  const opened = () => {
    const messages = new PublishedMessages(1_000);
    messages.read(greeting);
    return messages;
  };
  const head = Buffer.alloc(9, 0xff);
  head[0] = 2;
  assert.throws(() => opened().read(Buffer.concat([head, Buffer.alloc(1_000)])), RangeError);
  const parts = Buffer.concat(Array.from({ length: 6 }, () => frame(1, 'y'.repeat(200))));
  assert.throws(() => opened().read(parts), RangeError);
});

test('a subscriber’s messages match the specification’s diagrams', () => {
  const said = subscriberGreeting();
  assert.equal(said.subarray(0, 11).toString('hex'), 'ff00000000000000007f03');
  assert.equal(said.subarray(12, 32).toString('latin1'), `NULL${'\0'.repeat(16)}`);
  assert.equal(said[32], 0);
  assert.equal(said.subarray(64).toString('latin1'), '\x04\x19\x05READY\x0bSocket-Type\0\0\0\x03SUB');
  assert.equal(subscription('rawtx').toString('latin1'), '\0\x06\x01rawtx');
});
