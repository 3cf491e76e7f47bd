// The smallest rail without blocks: it uses a custodian's book over HTTP. docs/how-to/add-a-chain.md describes it.
import { ChainFault, type NetworkFacts } from '../../../src/io/chains/chain.ts';
import type { Codec, WalletCodec } from '../../../src/io/chains/codec.ts';
import type { BlocklessRail, RailFamily, SettledPayment } from '../../../src/io/chains/rails/rail.ts';
import { svmFacts } from '../../../src/io/chains/svm/facts.ts';
import type { BookEntry, BookReport, PlaceWanted } from './book-server.ts';

const account = /^acct-[0-9a-f]{8}$/;

/** It has the name of a family without a reader. */
const codec: Codec = {
  ...svmFacts,
  title: 'Books',
  isUnread: undefined as never,
  isBlockless: true,
  hasTokens: false,
  namesSender: false,
  finalityTags: [],
  finalityTerm: null,
  nativeDecimals: 8,
  readContract: () => null,
  readAddress(text) {
    const canonical = text.trim().toLowerCase();
    if (account.test(canonical)) return { canonical };
    return { code: 'not_an_address', message: 'An account is acct- and 8 hexadecimal digits.' };
  },
  showAddress: (canonical) => canonical,
  readTransactionHash: (text) =>
    /^[0-9a-f]{64}$/.test(text) ? { canonical: text } : { code: 'not_a_hash', message: 'An entry has 64 digits.' },
  deriveAddress() {
    throw new TypeError('A book is asked for places.');
  },
  dustPolicy: () => null,
  paymentUri: ({ recipient, amount }) => `book:${recipient}${amount === null ? '' : `?units=${amount}`}`,
};

const wallets: WalletCodec = {
  coinTypes: [],
  unspendable: () => null,
  signing: () => 'perhaps',
  readExtendedKey: () => ({ code: 'not_an_extended_key', message: 'A book has accounts, and no extended keys.' }),
  verifySignature: async () => ({ code: 'not_a_signature', message: 'Accounts of a book sign nothing.' }),
};

export const bookFamily: RailFamily = { codec, wallets, open: bookRail };

function bookRail({ rpc }: NetworkFacts): BlocklessRail {
  const ask = async <T>(path: string, signal?: AbortSignal, body?: PlaceWanted): Promise<T> => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    try {
      const response = await fetch(`${rpc[0]}${path}`, { ...sent, signal: signal ?? null });
      return (await response.json()) as T;
    } catch (error) {
      throw new ChainFault('the book does not answer', true, { cause: error });
    }
  };
  return {
    verify: async () => void (await ask('/entries')),
    async makePlace({ account: of, amount, expiresAt, reference }, signal) {
      const wanted = { account: of, amount: String(amount), expires_at: expiresAt.toISOString(), reference };
      return (await ask<{ place: string }>('/place', signal, wanted)).place;
    },
    async settledSince(mark, signal) {
      const report = await ask<BookReport>(`/entries?after=${mark ?? 0}`, signal);
      const last = report.entries.at(-1);
      return {
        payments: report.entries.map(paymentOf),
        mark: last === undefined ? mark : String(last.number),
        isMore: report.is_more,
      };
    },
    close: async () => undefined,
  };
}

function paymentOf({ id, place, amount, proof, settled_at }: BookEntry): SettledPayment {
  const moved = { txHash: id, position: 'entry', contract: '', sender: null, recipient: place };
  const transfer = { ...moved, amount: BigInt(amount), succeeded: true };
  return { transfer, proof, settledAt: new Date(settled_at) };
}
