// A recorded conversation with a PUB socket of libzmq 4.3.5 (the npm package zeromq 6.8.0), as hexadecimal text.

/** Sent on each connection, before the subscriber sends anything. */
export const libzmqSignature = 'ff00000000000000017f';

/** Sent after the greeting and READY of a SUB socket: version 3.1, the mechanism NULL, and READY. */
export const libzmqGreeting = [
  `03014e554c4c${'00'.repeat(48)}`,
  `0419${Buffer.from('\x05READY\x0bSocket-Type\0\0\0\x03PUB').toString('hex')}`,
].join('');

/** The messages that were sent after subscriptions to `hashblock` and `rawtx`. */
export const sentMessages: readonly (readonly Buffer[])[] = [
  [Buffer.from('hashblock'), Buffer.alloc(32, 0xab), Buffer.of(0, 0, 0, 0)],
  [Buffer.from('other'), Buffer.from('x'), Buffer.of(0, 0, 0, 0)],
  [Buffer.from('rawtx'), Buffer.alloc(255, 0xcd), Buffer.of(0, 0, 0, 0)],
  [Buffer.from('rawtx'), Buffer.alloc(256, 0xce), Buffer.of(1, 0, 0, 0)],
];

/** The bytes of the messages with a subscription. */
export const libzmqMessages = [
  `010968617368626c6f636b0120${'ab'.repeat(32)}000400000000`,
  `0105726177747801ff${'cd'.repeat(255)}000400000000`,
  `01057261777478030000000000000100${'ce'.repeat(256)}000401000000`,
].join('');

/** Sent after the subscription to `rawtx` was canceled. The bytes are of the second message. */
export const sentAfterwards: readonly (readonly Buffer[])[] = [
  [Buffer.from('rawtx'), Buffer.of(0xcd, 0xcd), Buffer.of(2, 0, 0, 0)],
  [Buffer.from('hashblock'), Buffer.of(0xab, 0xab), Buffer.of(1, 0, 0, 0)],
];
export const libzmqAfterwards = '010968617368626c6f636b0102abab000401000000';
