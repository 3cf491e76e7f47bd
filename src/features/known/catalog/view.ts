// The API representation of networks, cryptocurrencies and fiat currencies.
import type { FamilyFacts } from '../../../core/config/family-facts.ts';
import {
  type FinalityTerm,
  families,
  finalityTerms,
  type WalletProtocol,
  walletProtocols,
} from '../../../core/config/network-entry.ts';
import type { Currency } from '../../../core/money/currency.ts';
import { formatUnits } from '../../../core/money/decimal.ts';
import { codecOf, factsOf, isReadable } from '../../../io/chains/codecs.ts';
import { nullable, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Asset, Cryptocurrency, InternalTransfers, Network } from './catalog.ts';

/** Optional, because answers and events recorded by earlier versions lack these fields. */
const familyFields = {
  names_sender: Type.Optional(
    Type.Boolean({ description: 'Whether a transfer names its sender, who can sign to prove a payment.' }),
  ),
  has_mempool: Type.Optional(
    Type.Boolean({
      description: 'Whether payments are seen before they are mined, and `accept_unconfirmed_up_to` applies.',
    }),
  ),
  finality_term: Type.Optional(
    nullable(
      Type.Unsafe<FinalityTerm>({
        type: 'string',
        enum: [...finalityTerms],
        description: 'The network’s term for a final block; null if only depth counts.',
      }),
    ),
  ),
  wallet_protocol: Type.Optional(
    nullable(
      Type.Unsafe<WalletProtocol>({
        type: 'string',
        enum: [...walletProtocols],
        description: 'How a page asks a browser wallet to pay; null if no wallet supports it.',
      }),
    ),
  ),
};

const networkFields = {
  id: uuid,
  symbol: Type.String({ description: 'Accepted by `network` parameters, in any case.' }),
  name: Type.String(),
  type: Type.Unsafe<Network['family']>({ type: 'string', enum: [...families] }),
  test: Type.Boolean({ description: 'Whether it is a test network; its coins have no value.' }),
  simulated: Type.Optional(
    Type.Boolean({
      description: 'True if the service makes its blocks itself: pay with `POST /sandbox/transaction/{id}/pay`.',
    }),
  ),
  available: Type.Boolean({ description: 'Whether this instance takes payments on it.' }),
  degraded: Type.Boolean({
    description: 'Finality has stalled: payments that must be final wait.',
  }),
  native_coin: nullable(
    Type.String({
      description: 'Symbol of the coin that pays fees; null if no longer configured.',
    }),
  ),
  transfer_fees: nullable(
    Type.Object(
      {
        coin: nullable(Type.String()),
        token: nullable(Type.String()),
      },
      {
        description: 'Approximate cost of a transfer in native coin, for display only.',
      },
    ),
  ),
  internal_transfers: nullable(
    Type.Unsafe<InternalTransfers>({
      type: 'string',
      enum: ['traced', 'one_time_addresses', 'direct_only'],
      description: [
        'How native coin sent by a contract is detected. `traced`: like other payments. `one_time_addresses`: a',
        'little later, and only if each payment has its own address; a transaction states which applies.',
        '`direct_only`: not at all, so pay from a plain account. null: not applicable, or not known yet.',
      ].join(' '),
    }),
  ),
  ...familyFields,
};

export const NetworkView = Type.Object(networkFields);

const cryptocurrencyFields = {
  id: uuid,
  symbol: Type.String(),
  name: Type.String(),
  decimals: Type.Integer(),
  stable: Type.Boolean({ description: 'Whether it is pegged to a fiat currency.' }),
  rates: Type.Record(Type.String(), Type.Number(), {
    description: 'The price of one whole coin by currency, for display only.',
  }),
};

/** The source of the displayed prices, by currency, rounded to the precision of a JSON number. */
export interface KnownRates {
  ratesOf(coin: Cryptocurrency, now: Date): Record<string, number>;
}

export const CryptocurrencyView = Type.Object(cryptocurrencyFields);

/** A network, and the coin's properties there. */
export const NetworkOfCryptocurrency = Type.Object({
  ...networkFields,
  contract: nullable(Type.String({ description: 'Null for the native coin.' })),
  decimals: Type.Integer({ description: 'Decimals of amounts on this network.' }),
  confirmations: Type.Integer({ description: 'The minimum for a payment here, unless an app sets fewer.' }),
  confirmations_floor: Type.Integer({ description: 'The minimum that an app may set.' }),
});

export const CryptocurrencyWithNetworks = Type.Object({
  ...cryptocurrencyFields,
  networks: Type.Array(NetworkOfCryptocurrency),
});

export const CurrencyView = Type.Object({
  id: uuid,
  code: Type.String({ description: 'ISO 4217.' }),
  name: Type.String(),
  symbol: Type.String(),
  decimals: Type.Integer({ description: 'The number of decimals.' }),
});

export function networkView(network: Network) {
  const { id, symbol, name, family, test, available, degraded, nativeCoin, internalTransfers } = network;
  return {
    id,
    symbol,
    name,
    type: family,
    test,
    available,
    degraded,
    native_coin: nativeCoin,
    transfer_fees: feesView(network),
    internal_transfers: internalTransfers,
    ...familyView(factsOf(family)),
    // No wallet pays on the test chain.
    ...(network.hasTestChain ? { names_sender: false, wallet_protocol: null, simulated: true } : {}),
  };
}

/** Returns the family's facts that callers need before they pay or receive on a network. */
export function familyView(facts: FamilyFacts) {
  return {
    names_sender: facts.namesSender,
    has_mempool: facts.showsMempool,
    finality_term: facts.finalityTerm,
    wallet_protocol: facts.walletProtocol,
  };
}

function feesView({ transferFees, nativeDecimals }: Network) {
  if (transferFees === null || (transferFees.coin === null && transferFees.token === null)) return null;
  const whole = (fee: bigint | null) => (fee === null ? null : formatUnits(fee, nativeDecimals));
  return { coin: whole(transferFees.coin), token: whole(transferFees.token) };
}

export function cryptocurrencyView(cryptocurrency: Cryptocurrency, rates: KnownRates, now: Date) {
  const { id, symbol, name, decimals, stable } = cryptocurrency;
  return { id, symbol, name, decimals, stable, rates: rates.ratesOf(cryptocurrency, now) };
}

/** `assets` holds all assets of all cryptocurrencies. */
export function cryptocurrencyWithNetworks(
  cryptocurrency: Cryptocurrency,
  assets: readonly Asset[],
  rates: KnownRates,
  now: Date,
) {
  const own = assets.filter((asset) => asset.cryptocurrency === cryptocurrency);
  return {
    ...cryptocurrencyView(cryptocurrency, rates, now),
    networks: own.map(({ network, contract, decimals, stopped }) => ({
      ...networkView(network),
      available: network.available && stopped === null,
      contract: contract === '' ? null : shownContract(network, contract),
      decimals,
      confirmations: network.confirmations,
      confirmations_floor: network.confirmationsFloor,
    })),
  };
}

const currencyViews = new Map<string, ReturnType<typeof makeCurrencyView>>();

/** Cached for each currency, because building all of them takes several milliseconds. */
export function currencyView(currency: Currency) {
  const view = currencyViews.get(currency.code) ?? makeCurrencyView(currency);
  currencyViews.set(currency.code, view);
  return view;
}

/** Names and signs are from the Unicode CLDR, in English. */
function makeCurrencyView({ code, decimals }: Currency) {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  return {
    id: currencyId(code),
    code,
    name: nameOf(code),
    symbol: parts.find((part) => part.type === 'currency')?.value ?? code,
    decimals,
  };
}

let currencyNames: Intl.DisplayNames | null = null;

/** The engine's own tables hold the names, and they are read at the first call. */
function nameOf(code: string): string {
  currencyNames ??= new Intl.DisplayNames('en', { type: 'currency' });
  return currencyNames.of(code) ?? code;
}

/**
 * Currencies have no row in the database. Their id is a UUIDv8 (RFC 9562 §5.8) that contains the letters of the code.
 */
function currencyId(code: string): string {
  return `00000000-0000-8000-8000-${Buffer.from(code, 'latin1').toString('hex').padStart(12, '0')}`;
}

function shownContract(network: Network, contract: string): string {
  return isReadable(network.family) ? codecOf(network.family).showAddress(contract, network.facts) : contract;
}
