// Notes on the networks of a family, with links to the documents that explain it.
import type { FamilyName, NetworkEntry } from '../../../src/core/config/network-entry.ts';

/** Sentences of Markdown. */
export function familyNotes(network: NetworkEntry): readonly string[] {
  return network.hasTestChain === true ? testNotes : notes[network.family](network);
}

const testNotes: readonly string[] = [
  'It is for development apps. A new one accepts its coins at once, at an address without a key: see ' +
    '[Your first payment](../../tutorials/first-payment.md).',
  'The service makes a block every second while a payment or an invoice waits for one, and none otherwise.',
  'Pay with `POST /sandbox/transaction/{id}/pay` or with the buttons of the checkout. ' +
    '`POST /sandbox/transaction/{id}/reorg` removes a payment again.',
  '`TEST` is 2 USD and `TUSD` is 1 USD. Other currencies are crossed by the rate sources, or by built-in rates if ' +
    'there is no fresh one. The sources kept with a transaction say `built-in`.',
  'To turn it off: `"networks": { "test": { "enabled": false } }` in [quittance.json](../configuration.md). It is ' +
    'off too if another network has its name, or a coin with the symbol of one of its coins.',
];

const notes: Readonly<Record<FamilyName, (network: NetworkEntry) => readonly string[]>> = {
  EVM: () => [
    'Any node or provider with the standard JSON-RPC can be an endpoint. Set two or more of different providers: ' +
      'see [Several RPC endpoints](../../explanation/trust-in-endpoints.md).',
    'Native coin that a contract passes on is seen as far as endpoints trace or answer balances: see ' +
      '[Payments through contracts](../../explanation/payments-through-contracts.md).',
    'While nothing is open, the network is read every `idle_every`: see [RPC calls](../rpc-usage.md).',
    'A receiving address is shared by all EVM networks. A contract wallet proves control of it on one network: ' +
      'see [Prove control](../../how-to/prove-control-of-an-address.md).',
  ],
  TRON: () => [
    'An endpoint is one address with the HTTP API and the JSON-RPC below it: see ' +
      '[Connect a TRON node](../../how-to/connect-a-tron-node.md).',
    'TRX that a contract passes on is not seen: customers must pay from a plain account.',
    'Every payment waits until its block is solidified, about a minute.',
    'The reader was never run against a real TRON node: see ' +
      '[Tested and untested parts](../../how-to/connect-a-tron-node.md#tested-and-untested-parts).',
  ],
  UTXO: () => [
    'An endpoint is a node of your own ([Connect a node](../../how-to/connect-a-bitcoin-node.md)), ' +
      'or a server instead of it ([Use Electrum or Esplora](../../how-to/use-electrum-or-esplora.md)).',
    'The outputs that count, and the proof of work of a block, are described in ' +
      '[What counts as a payment](../../explanation/bitcoin-payments-and-proofs.md).',
    'Chain transactions name no sender, and no block is ever final.',
    'Small amounts can be accepted before the first block: see ' +
      '[Accept a payment before it is confirmed](../../how-to/accept-unconfirmed-payments.md).',
  ],
  SVM: () => ['This version cannot read networks of this type.'],
};
