// WalletConnect messages are signed and encrypted as its specification says.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { hexToBytes } from '@noble/hashes/utils.js';
import { WebSocketServer } from 'ws';
import {
  chainId,
  type Frame,
  projectId,
  type Recording,
  recordingFile,
  visitWallet,
} from '../../../../test/rig/browser/wallet-connect/recorded-visit.ts';
import { startRelay } from '../../../../test/rig/browser/wallet-connect/relay.ts';
import { startWalletPeer } from '../../../../test/rig/browser/wallet-connect/wallet-peer.ts';
import { agreedKey, open, publicKeyOf, seal, sharedKey } from './envelope.ts';
import { relayToken } from './relay-token.ts';

test('the token for the relay is the one of the specification', () => {
  // https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-authentication#test-cases
  const token = relayToken({
    secret: hexToBytes('58e0254c211b858ef7896b00e3f36beeb13d568d47c6031c4218b87718061295'),
    subject: 'c479fe5dc464e771e78b193d239a65b58d278cad1c34bfb0b5716e5bb514928e',
    audience: 'wss://relay.walletconnect.com',
    now: 1656910097,
  });
  assert.equal(
    token,
    'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJkaWQ6a2V5Ono2TWtvZEhad25lVlJTaHRhTGY4SktZa3hwREdwMXZ' +
      'HWm5wR21kQnBYOE0yZXh4SCIsInN1YiI6ImM0NzlmZTVkYzQ2NGU3NzFlNzhiMTkzZDIzOWE2NWI1OGQyNzhjYWQxYzM0YmZiMGI' +
      '1NzE2ZTViYjUxNDkyOGUiLCJhdWQiOiJ3c3M6Ly9yZWxheS53YWxsZXRjb25uZWN0LmNvbSIsImlhdCI6MTY1NjkxMDA5NywiZXh' +
      'wIjoxNjU2OTk2NDk3fQ.bAKl1swvwqqV_FgwvD4Bx3Yp987B9gTpZctyBviA-EkAuWc8iI8SyokOjkv9GJESgid4U8Tf2foCgrQp' +
      '2qrxBA',
  );
});

test('two ends agree on one key, and nobody else opens or changes what they say', () => {
  const [page, wallet, stranger] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const key = agreedKey(page, publicKeyOf(wallet));
  assert.deepEqual(agreedKey(wallet, publicKeyOf(page)), key);
  const envelope = seal(key, '{"words":"✓"}', new Uint8Array(12).fill(7));
  assert.equal(open(key, envelope), '{"words":"✓"}');
  assert.throws(() => open(agreedKey(stranger, publicKeyOf(wallet)), envelope));
  const bytes = Buffer.from(envelope, 'base64');
  for (const at of [0, 1, 13, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] as number) ^ 1;
    assert.throws(() => open(key, changed.toString('base64')), `byte ${at}`);
  }
  assert.match(sharedKey(page).topic, /^[0-9a-f]{64}$/);
});

const recording = JSON.parse(readFileSync(recordingFile, 'utf8')) as Recording;

test("the page sends, to the byte, what the makers' client took, and understands what that client sent", async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: recording.now });
  for (const { name, frames, outcome } of recording.visits) {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    const sent: string[] = [];
    const left = new Promise<void>((resolve) => {
      server.once('connection', (socket) => {
        let at = 0;
        const play = (): void => {
          for (; frames[at]?.from === 'relay'; at += 1) socket.send((frames[at] as Frame).text);
        };
        socket.on('message', (text) => {
          sent.push(String(text));
          at += 1;
          play();
        });
        socket.once('close', () => resolve());
      });
    });
    const url = `ws://localhost:${(server.address() as AddressInfo).port}`;
    // The recording is JSON, which has no undefined.
    assert.deepEqual(JSON.parse(JSON.stringify(await visitWallet(url, name, () => undefined))), outcome, name);
    await left;
    assert.deepEqual(
      sent,
      frames.filter(({ from }) => from === 'page').map(({ text }) => text),
      name,
    );
    server.close();
    await once(server, 'close');
  }
});

test("the wallet of the stories is to the page what the makers' client was", async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: recording.now });
  const relay = await startRelay(projectId);
  t.after(() => relay.close());
  const declined = { code: 5000, message: 'User rejected.' };
  for (const { name, outcome } of recording.visits) {
    const chain = name === 'has no account on the chain' ? 1 : chainId;
    const wallet = await startWalletPeer({
      relay: relay.url,
      projectId,
      agree: () => (name === 'declines the session' ? declined : [`eip155:${chain}:0x${'1'.repeat(40)}`]),
      pay: async () => (name === 'declines the payment' ? declined : `0x${'3'.repeat(64)}`),
    });
    const seen = await visitWallet(relay.url, name, (link) => void wallet.scan(link));
    assert.deepEqual(JSON.parse(JSON.stringify(seen)), outcome, name);
    await wallet.close();
  }
});
