// The checkout and the console's first run draw an unknown chain family from the facts that the API gives.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FamilyName, families } from '../../../src/core/config/network-entry.ts';
import { familyView } from '../../../src/features/known/catalog/view.ts';
import { recognisedView } from '../../../src/features/receiving/addresses/reading/recognise-app-address.ts';
import type { Codec, WalletCodec } from '../../../src/io/chains/codec.ts';
import { codecOf, factsOf, isReadable } from '../../../src/io/chains/codecs.ts';
import { type ReadNetwork, recogniseText } from '../../../src/io/chains/keys/recognise-text.ts';
import { walletCodecOf } from '../../../src/io/chains/keys/wallet-codecs.ts';
import { sampleNetwork, sampleTransaction } from '../../../test/rig/browser/sample-payment.ts';
import { ledgerCodec, ledgerWalletCodec } from '../../../test/rig/conformance/ledger/ledger-family.ts';
import { checkoutTextsIn } from '../../../test/rig/words/locales.ts';
import {
  chosenBefore,
  networksOf,
  type Recognised,
  scriptChoices,
  scriptOptions,
} from '../../console/screens/addresses/recognised-address.ts';
import { paymentCodes } from '../paying/codes/payment-codes.ts';
import { walletLinks } from '../paying/wallet-links.ts';
import { checkoutWords } from '../words/words.ts';
import { confirmationText } from './announcement.ts';
import type { Network, Transaction } from './payment-objects.ts';
import { walletLink } from './safe-link.ts';

const paperCodec: Codec = {
  ...ledgerCodec,
  name: 'PAPER' as FamilyName,
  title: 'Paper ledgers',
  isUnread: undefined as never,
  showsMempool: true,
  namesSender: false,
  finalityTerm: 'solidified',
  walletProtocol: 'tronlink',
};
const paperWallets: WalletCodec = {
  ...ledgerWalletCodec,
  keyScripts: () => [{ script: 'p2pkh', begins: ['acct-'] }],
  readExtendedKey: (text) =>
    text.startsWith('book-')
      ? { code: 'script_required', message: 'A book does not say which accounts it means.' }
      : ledgerWalletCodec.readExtendedKey(text, { symbol: 'paper', chainId: null, params: null }),
};

const paper: Network = {
  ...sampleNetwork,
  symbol: 'paper',
  name: 'Paper',
  type: 'PAPER' as Network['type'],
  ...familyView(paperCodec),
};
const networks: readonly Network[] = [paper, { ...paper, symbol: 'paper-main', test: false }, sampleNetwork];
const registry: readonly ReadNetwork[] = [
  ...['paper', 'paper-main'].map((symbol) => ({
    identity: { symbol, chainId: null, params: null },
    codec: paperCodec,
    wallets: paperWallets,
  })),
  ...families.filter(isReadable).map((name) => ({
    identity: {
      symbol: name === sampleNetwork.type ? sampleNetwork.symbol : name.toLowerCase(),
      chainId: null,
      params: factsOf(name).chainNames[0] ?? null,
    },
    codec: codecOf(name),
    wallets: walletCodecOf(name),
  })),
];

test('the checkout counts, names and links a payment by the facts of its network', () => {
  const words = checkoutWords(...checkoutTextsIn('en'));
  const seen = (over: Partial<Transaction>): Transaction => ({ ...sampleTransaction, network: paper, ...over });
  assert.equal(confirmationText(seen({ block: null }), words), 'Seen, waiting to be mined.');
  const deep = seen({ block: 7, confirmations: 2, requires_finality: true });
  assert.equal(confirmationText(deep, words), 'Waiting for a solidified block.');
  assert.equal(paper.names_sender, false, 'so that nobody is asked to sign for a payment');

  const uri = paperCodec.paymentUri(
    { recipient: 'acct-0123abcd', contract: '', amount: 5n, decimals: 0 },
    { symbol: 'paper', chainId: null, params: null },
  );
  assert.equal(walletLink(uri), 'ledger:acct-0123abcd?units=5');
  assert.equal(paymentCodes({ payment_uri: uri, to: 'acct-0123abcd', contract: null }).address, 'acct-0123abcd');
  assert.ok(walletLinks(paper.wallet_protocol, 'https://pay.example').length > 0);
});

const legacy = ({ begins }: { begins: string }) => `${begins} (legacy)`;
const scriptWords = { segwit: legacy, taproot: legacy, nested: legacy, legacy };

test('the first run offers its networks for what its parsers take', () => {
  const asked = (text: string) => recognisedView(recogniseText(text, registry)) as Recognised;
  const app = { environment: 'development' } as const;
  const address = asked('acct-0123abcd');
  const offered = networksOf(address, app, networks);
  assert.deepEqual([address.kind, ...address.belongs_to], ['address', 'Paper ledgers']);
  assert.deepEqual(chosenBefore(address, offered), ['paper']);
  assert.deepEqual(scriptChoices(address, ['paper']), []);

  const key = asked('book-7');
  assert.equal(key.kind, 'xpub');
  assert.deepEqual(scriptOptions(scriptChoices(key, ['paper']), scriptWords), [
    { value: 'p2pkh', label: 'acct-… (legacy)' },
  ]);

  const other = asked('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC');
  assert.deepEqual(chosenBefore(other, networksOf(other, app, networks)), ['local']);
  // Also where the text fits several families: nothing else could be chosen.
  const several = { ...address, belongs_to: ['Paper ledgers', 'Stone tablets'] };
  assert.deepEqual(chosenBefore(several, offered), ['paper']);
  assert.deepEqual(chosenBefore(several, [...offered, ...offered]), []);
  assert.equal(asked('acct-0123abcX').kind, null);
});
