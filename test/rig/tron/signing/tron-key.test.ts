// The tests' TRON wallet creates the same bytes and signatures as the recorded ones of tronweb.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownTronAddress } from '../../../../src/io/chains/tron/address.ts';
import type { Json } from '../../client.ts';
import { callData, refOf } from '../tron-wallet.ts';
import { recordedTronweb } from './recorded-tronweb.ts';
import { transactionBytes } from './transaction-bytes.ts';
import { tronKey } from './tron-key.ts';

const { address, block, key, messages, transactions } = recordedTronweb;
const wallet = tronKey(key);

test('the key has the recorded address', () => {
  assert.deepEqual([shownTronAddress(wallet.canonical), wallet.prefixed], [address.base58, address.hex]);
});

for (const { title, raw_data, raw_data_hex, txID, signature } of transactions)
  test(`a ${title} has the recorded bytes, id and signature`, () => {
    const signed = wallet.sign(raw_data);
    assert.deepEqual([signed.raw_data_hex, signed.txID], [raw_data_hex.toLowerCase(), txID]);
    assert.deepEqual(signed.signature, [signature.toLowerCase()]);
  });

test('texts have the recorded signatures', () => {
  for (const { text, signature } of messages) assert.equal(wallet.signText(text), signature);
});

test('the reference to a block, and the data of calls, are the recorded ones', () => {
  const { contract, ...terms } = recorded('payment');
  assert.deepEqual(refOf(block), terms);
  const to = 'TVDGpn4hCSzJ5nkHPLetk8KQBtwaTppnkr';
  const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const dataOf = (title: string) => recorded(title).contract[0].parameter.value.data;
  const word = (type: string, value: string | readonly string[]) => ({ type, value });
  assert.equal(
    callData('transfer(address,uint256)', [word('address', to), word('uint256', '6000000')]),
    dataOf('call of transfer'),
  );
  const listed = [
    word('address', usdt),
    word('address[]', [to, address.base58]),
    word('uint256[]', ['1', String(10n ** 30n)]),
  ];
  assert.equal(callData('sendTokens(address,address[],uint256[])', listed), dataOf('call with lists'));
});

test('a member that no definition names is refused', () => {
  const contract = (value: object) => [{ type: 'TransferContract', parameter: { value, type_url: '' } }];
  assert.throws(
    () => transactionBytes({ contract: contract({ memo: '00' }) }),
    /^TypeError: The member memo is not known/,
  );
  assert.throws(() => transactionBytes({ contract: [{ type: 'Other' }] }), /^TypeError: Other is not known/);
});

function recorded(title: string): Json {
  return transactions.find((one) => one.title === title)?.raw_data ?? assert.fail(`${title} is not recorded`);
}
