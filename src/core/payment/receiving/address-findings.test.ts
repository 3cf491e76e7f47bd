// The findings for an address, for every kind of holder and around the limit of sent transactions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AddressFacts,
  type AddressLook,
  findingCodes,
  findingSentences,
  findingsOf,
  isUnspendable,
} from './address-findings.ts';

const key = (sent: bigint | null): AddressLook => ({ holder: 'key', sent });
const fine: AddressFacts = { unspendable: null, isListedAsShared: false, look: key(3n) };

test('M4-address-findings: nobody can spend, a contract, or a wallet of many', () => {
  const table: [is: string, facts: AddressFacts, codes: readonly string[]][] = [
    ['a wallet of one person', fine, []],
    ['nothing is known of it', { ...fine, look: null }, []],
    ['a thousand sent', { ...fine, look: key(1_000n) }, []],
    ['one more', { ...fine, look: key(1_001n) }, ['shared_wallet']],
    ['a chain that does not count', { ...fine, look: key(null) }, []],
    ['a wallet contract that made many others', { ...fine, look: { holder: 'wallet', sent: 5_000n } }, []],
    ['another contract', { ...fine, look: { holder: 'contract', sent: 1n } }, ['contract']],
    ['listed by the operator', { ...fine, isListedAsShared: true, look: null }, ['shared_wallet']],
    [
      'both',
      { ...fine, isListedAsShared: true, look: { holder: 'contract', sent: 1n } },
      ['contract', 'shared_wallet'],
    ],
    [
      'a token, whatever else',
      { unspendable: 'token_contract', isListedAsShared: true, look: null },
      ['token_contract'],
    ],
    ['burned', { ...fine, unspendable: 'burn_address' }, ['burn_address']],
  ];
  for (const [is, facts, codes] of table) assert.deepEqual(findingsOf(facts), codes, is);
});

test('M4-address-findings: only what a person can know better may be confirmed, and each has a sentence', () => {
  assert.deepEqual(
    findingCodes.filter((code) => !isUnspendable(code)),
    ['contract', 'shared_wallet'],
  );
  for (const code of findingCodes) assert.match(findingSentences[code], /^[A-Z].*\.$/);
});
