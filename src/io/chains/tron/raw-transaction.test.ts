// The signed bytes of published TRON transactions agree with their JSON, and their hash is the published id.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { recordedTronweb } from '../../../../test/rig/tron/signing/recorded-tronweb.ts';
import { readSignedCall } from './raw-transaction.ts';

// A payment of 99 TRX on the main network (March 2019). One of 10,000,000,000 TRX on a test network, which exceeds a
// double's precision (wallet-cli's documents). One of 0.000001 USDT on the main network with a memo (January 2021).
const payment = {
  id: '9d67598c8b90336fb876efc7a2b7b78534dab94a802baf481632c17bae11ce2e',
  raw:
    '0a0224f0220805c43724590c664640c0ce8ee2942d5a68080112640a2d747970652e676f6f676c65617069732e636f6d2f70726f746f' +
    '636f6c2e5472616e73666572436f6e747261637412330a154179309abcff2cf531070ca9222a1f72c4a5136874121541a2d3cb65d9c0' +
    '5da645a0206304d8ef7d7e67f82c18c0bd9a2f70b1b8afe0942d',
};
const large = {
  id: '7da63b6a1f008d03ef86fa871b24a56a501a8bbf15effd7aca635de6c738df4b',
  raw:
    '0a020318220860e195d3609c86614096eadec79d2d5a6e080112680a2d747970652e676f6f676c65617069732e636f6d2f70726f746f' +
    '636f6c2e5472616e73666572436f6e747261637412370a1541a7d8a35b260395c14aa456297662092ba3b76fc01215415a523b449890' +
    '854c8fc460ab602df9f31fe4293f18808084fea6dee11128027094bcb8bd9d2d',
};
const call = {
  id: 'b25b7688dd9f7b4e79811f574f5c2a4c3697a90ebdd8f17ad67fc82a84c6c3f7',
  raw:
    '0a0212e622086814c687c57356e840a8b9d18ff52e520d7472616e7366657220757364745aae01081f12a9010a31747970652e676f6f' +
    '676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a1541029da0f42fe29614' +
    '712a26f429931a98857db367121541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244a9059cbb0000000000000000000000007f' +
    '21b572a027008138357c7102449223a2344b1800000000000000000000000000000000000000000000000000000000000000017081f0' +
    'cd8ff52e900180ade204',
};

function read(raw: string, id: string) {
  const bytes = Buffer.from(raw, 'hex');
  assert.equal(createHash('sha256').update(bytes).digest('hex'), id);
  return readSignedCall(bytes);
}

test('a published payment is read to the last sun', () => {
  assert.deepEqual(read(payment.raw, payment.id), {
    kind: 'transfer',
    owner: '0x79309abcff2cf531070ca9222a1f72c4a5136874',
    recipient: '0xa2d3cb65d9c05da645a0206304d8ef7d7e67f82c',
    amount: 99_000_000n,
  });
  const most = read(large.raw, large.id);
  assert.equal(most.kind === 'transfer' ? most.amount : null, 10_000_000_000_000_000n);
});

test('D11-memo: a published call of USDT is read past its memo', () => {
  assert.deepEqual(read(call.raw, call.id), {
    kind: 'call',
    owner: '0x029da0f42fe29614712a26f429931a98857db367',
    contract: '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
    data: `a9059cbb${'7f21b572a027008138357c7102449223a2344b18'.padStart(64, '0')}${'1'.padStart(64, '0')}`,
  });
});

test('truncated bytes have no kind, and never cause a crash', () => {
  assert.deepEqual(readSignedCall(Buffer.alloc(0)), { kind: 'other', type: null });
  const whole = Buffer.from(payment.raw, 'hex');
  for (let length = 1; length < whole.length; length += 1) {
    const { kind } = readSignedCall(whole.subarray(0, length));
    assert.ok(kind === 'transfer' || kind === 'other', `${length}`);
  }
});

test('unknown fields and nested groups are skipped', () => {
  const strange = Buffer.from('9b0908019b0912026869 9c09 9c09'.replaceAll(' ', ''), 'hex');
  const whole = Buffer.from(payment.raw, 'hex');
  for (const raw of [Buffer.concat([whole, strange]), Buffer.concat([strange, whole])])
    assert.deepEqual(readSignedCall(raw), readSignedCall(whole));
});

test('transactions built by tronweb are read correctly, and other kinds are ignored', () => {
  const [transfer, asset, vote] = recordedTronweb.documented;
  assert.ok(transfer !== undefined && asset !== undefined && vote !== undefined);
  assert.equal(
    transfer.id,
    '9f62a65d0616c749643c4e2620b7877efd0f04dd5b2b4cd14004570d39858d7e',
    'as its documents have it',
  );
  assert.equal(read(transfer.raw, transfer.id).kind, 'transfer');
  assert.deepEqual(read(asset.raw, asset.id), { kind: 'other', type: 2 });
  assert.deepEqual(read(vote.raw, vote.id), { kind: 'other', type: 4 });
});

test('each recorded tronweb transaction is read in agreement with its JSON', () => {
  const canonical = (prefixed: string) => `0x${prefixed.slice(2)}`;
  for (const { title, raw_data, raw_data_hex, txID } of recordedTronweb.transactions) {
    const { kind, ...said } = read(raw_data_hex, txID);
    const [{ type, parameter }] = raw_data.contract;
    const { owner_address, to_address, amount, contract_address, data } = parameter.value;
    if (type === 'TransferContract') {
      const recipient = canonical(to_address);
      const expected = { kind: 'transfer', owner: canonical(owner_address), recipient, amount: BigInt(amount) };
      assert.deepEqual({ kind, ...said }, expected, title);
    } else if (type === 'TriggerSmartContract') {
      const contract = canonical(contract_address);
      assert.deepEqual({ kind, ...said }, { kind: 'call', owner: canonical(owner_address), contract, data }, title);
    } else assert.equal(kind, 'other', title);
  }
});
