// A step of an invoice's history as the API shows it: only the members that belong to its kind are there.

import { type Caller, mayRead } from '../../../../core/access.ts';
import { currencyOf } from '../../../../core/money/currency.ts';
import { formatFixed, formatUnits } from '../../../../core/money/decimal.ts';
import type { RateEvidence } from '../../../../core/money/rate.ts';
import { codecOf } from '../../../../io/chains/codecs.ts';
import { nullable, time, uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import type { Invoice } from '../../../money/ledger/invoice-store.ts';
import { type TimelineKind, type TimelineStep, timelineKinds } from './timeline-store.ts';

const optionalText = (description: string, examples?: string[]) =>
  Type.Optional(nullable(Type.String({ description, ...(examples === undefined ? {} : { examples }) })));

/** Where a rate is from, as it was kept with the quote. */
export const RateSource = Type.Object({
  source: Type.String(),
  rate: Type.String(),
  at: time,
  pair: Type.Optional(Type.String({ description: 'Where the rate came by way of another currency.' })),
});

export const TimelineStepView = Type.Object({
  id: uuid,
  at: time,
  kind: Type.Unsafe<TimelineKind>({
    type: 'string',
    enum: Object.keys(timelineKinds),
    description: Object.entries(timelineKinds)
      .flatMap(([kind, meaning]) => (meaning === null ? [] : [`\`${kind}\`: ${meaning}.`]))
      .join(' '),
  }),
  transaction_id: nullable(Type.String({ format: 'uuid', description: 'Null where it is about the invoice itself.' })),
  cryptocurrency: Type.Optional(Type.String()),
  network: Type.Optional(Type.String()),
  amount: optionalText('In coins: what was asked for, or what came.'),
  value: optionalText("In the invoice's currency: what that settles, or is worth.", ['25.00']),
  currency: Type.Optional(Type.String()),
  total: optionalText('Of the invoice, at that moment.'),
  paid: optionalText('Of the invoice, at that moment.'),
  exceptions: Type.Optional(Type.Array(Type.String())),
  to: optionalText('The address that was shown.'),
  address_kind: Type.Optional(
    Type.Unsafe<'one_time' | 'leased' | 'shared'>({
      type: 'string',
      enum: ['one_time', 'leased', 'shared'],
      description: 'Given out once; fixed, and lent to this attempt alone; or fixed, where the amount tells it apart.',
    }),
  ),
  from: optionalText('The sender: as it was declared, or as the chain shows it.'),
  rate: optionalText('Fiat for one whole coin.'),
  rate_method: Type.Optional(
    Type.Unsafe<RateEvidence['method']>({ type: 'string', enum: ['fixed', 'at_par', 'median', 'single', 'cross'] }),
  ),
  rate_at: Type.Optional(time),
  rate_sources: Type.Optional(Type.Array(RateSource)),
  expire_at: Type.Optional(nullable(time)),
  hash: optionalText('Of the chain transaction.'),
  contract: optionalText('The token contract, where the token is not accepted here.'),
  hash_before: optionalText('The one that was seen before.'),
  block: Type.Optional(nullable(Type.Integer())),
  settled: Type.Optional(Type.Boolean({ description: 'A network without blocks reported it, so it is final.' })),
  required_confirmations: Type.Optional(Type.Integer()),
  requires_finality: Type.Optional(Type.Boolean()),
  attested_by: Type.Optional(
    nullable(
      Type.Unsafe<string[]>({ type: 'array', items: { type: 'string' }, description: 'The endpoints that vouched.' }),
    ),
  ),
  matched_by: Type.Optional(Type.String({ description: 'The rule that decided, as a transaction shows it.' })),
  speaks: Type.Optional(
    Type.Array(
      Type.Unsafe<string>({ type: 'string', enum: ['address', 'amount', 'near_amount', 'sender', 'signature'] }),
      {
        description: 'All that spoke for it.',
      },
    ),
  ),
  others: Type.Optional(
    Type.Integer({
      description: 'For how many attempts of other invoices the amount, the sender or a signature spoke.',
    }),
  ),
  signed: Type.Optional(Type.Boolean({ description: 'Whether the sender signed the claim.' })),
  reason: optionalText('Why, in a word of the API or in the words of the merchant.'),
  payment_id: Type.Optional(uuid),
  by: optionalText('Who decided: in full to who may read the audit log, else whether a person or a program.'),
  event_id: Type.Optional(uuid),
  event_type: Type.Optional(Type.String()),
  webhook_id: Type.Optional(uuid),
  delivery_id: Type.Optional(uuid),
  url: Type.Optional(Type.String({ examples: ['https://shop.example/hooks'] })),
  response_status: Type.Optional(nullable(Type.Integer())),
  response_body: optionalText('The first KiB of the answer.'),
  error: optionalText('Why there was no answer.'),
  next_attempt_at: Type.Optional(nullable(time)),
});

type Details = Readonly<Record<string, unknown>>;

export function timelineStepView(
  { catalog }: Pick<Instance, 'catalog'>,
  { currency }: Pick<Invoice, 'currency'>,
  caller: Caller,
  { id, createdAt, kind, transactionId, details }: TimelineStep,
) {
  const told: Details = details;
  const asset = typeof told.asset_id === 'string' ? catalog.assetById(told.asset_id) : null;
  return {
    id,
    at: createdAt.toISOString(),
    kind,
    transaction_id: transactionId,
    ...(asset === null ? {} : { cryptocurrency: asset.cryptocurrency.symbol, network: asset.network.symbol }),
    ...unlistedOf(told, catalog),
    ...moneyOf(told, asset, currency),
    ...rateOf(told),
    ...addressesOf(told, asset),
    ...shown(told, plain),
    ...timesOf(told),
    ...('by' in told ? { by: actorFor(caller, String(told.by)) } : {}),
  };
}

/** A token outside of the catalog is known by its contract alone. */
function unlistedOf({ network_id: id, contract }: Details, catalog: Instance['catalog']): Details {
  const network = typeof id === 'string' ? catalog.networkById(id) : null;
  if (network === null || typeof contract !== 'string') return {};
  return { network: network.symbol, contract: codecOf(network.family).showAddress(contract, network.facts) };
}

/** Members that are shown as they are kept. */
const plain = [
  ...['hash', 'hash_before', 'block', 'settled', 'required_confirmations', 'requires_finality', 'attested_by'],
  'matched_by',
  ...[
    'speaks',
    'others',
    'signed',
    'reason',
    'payment_id',
    'exceptions',
    'event_id',
    'event_type',
    'webhook_id',
    'delivery_id',
    'url',
  ],
  ...['response_status', 'response_body', 'error'],
];
/** Null here says that this kind of step has no such thing. */
const shownUnlessNull: ReadonlySet<string> = new Set(['hash_before', 'required_confirmations', 'requires_finality']);

function shown(told: Details, names: readonly string[]): Details {
  const there = names.filter((name) => name in told && !(shownUnlessNull.has(name) && told[name] === null));
  return Object.fromEntries(there.map((name) => [name, told[name]]));
}

function moneyOf(told: Details, asset: Asset | null, invoiceCurrency: string): Details {
  const currency = typeof told.currency === 'string' ? told.currency : invoiceCurrency;
  const minor = currencyOf(currency)?.decimals ?? 2;
  const fiat = (name: string) =>
    typeof told[name] === 'string' ? { [name]: formatFixed(BigInt(told[name]), minor), currency } : {};
  const units = told.amount ?? told.received;
  return {
    ...(asset === null || typeof units !== 'string' ? {} : { amount: formatUnits(BigInt(units), asset.decimals) }),
    ...fiat('value'),
    ...fiat('total'),
    ...fiat('paid'),
  };
}

function rateOf(told: Details): Details {
  const evidence = told.evidence as RateEvidence | undefined;
  return {
    ...(typeof told.rate === 'string' ? { rate: told.rate } : {}),
    ...(evidence === undefined
      ? {}
      : { rate_method: evidence.method, rate_at: evidence.at, rate_sources: evidence.sources }),
  };
}

function addressesOf(told: Details, asset: Asset | null): Details {
  if (asset === null) return {};
  const codec = codecOf(asset.network.family);
  const address = (canonical: unknown) =>
    typeof canonical === 'string' ? codec.showAddress(canonical, asset.network.facts) : null;
  const kind = told.is_one_time === true ? 'one_time' : told.is_leased === true ? 'leased' : 'shared';
  return {
    ...('to' in told ? { to: address(told.to), address_kind: kind } : {}),
    ...(typeof told.sender === 'string' ? { from: address(told.sender) } : {}),
  };
}

function timesOf(told: Details): Details {
  const read = (name: string) =>
    name in told ? { [name]: typeof told[name] === 'string' ? new Date(told[name]).toISOString() : null } : {};
  return { ...read('expire_at'), ...read('next_attempt_at') };
}

/** `user:<id> token:<id>` to who may read the audit log; to others whether it was a person or a program. */
function actorFor(caller: Caller, actor: string): string {
  if (caller.kind !== 'app_token' && caller.kind !== 'oauth2' && mayRead('account:read', caller)) return actor;
  return actor.split(':', 1)[0] ?? actor;
}
