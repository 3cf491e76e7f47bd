// Renders a step of an invoice's history with only the members of its kind.

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

/** The sources of a rate, as stored with the quote. */
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
  amount: optionalText('In coins: the requested or received amount.'),
  value: optionalText("The value of the amount, in the invoice's currency.", ['25.00']),
  currency: Type.Optional(Type.String()),
  total: optionalText('The total of the invoice at that time.'),
  paid: optionalText('The amount paid at that time.'),
  exceptions: Type.Optional(Type.Array(Type.String())),
  to: optionalText('The shown address.'),
  address_kind: Type.Optional(
    Type.Unsafe<'one_time' | 'leased' | 'shared'>({
      type: 'string',
      enum: ['one_time', 'leased', 'shared'],
      description: 'Given out once; fixed, and reserved for this attempt; or fixed and identified by the amount.',
    }),
  ),
  from: optionalText('The sender, as declared or as shown by the chain.'),
  rate: optionalText('The fiat price of one whole coin.'),
  rate_method: Type.Optional(
    Type.Unsafe<RateEvidence['method']>({ type: 'string', enum: ['fixed', 'at_par', 'median', 'single', 'cross'] }),
  ),
  rate_at: Type.Optional(time),
  rate_sources: Type.Optional(Type.Array(RateSource)),
  expire_at: Type.Optional(nullable(time)),
  hash: optionalText('The hash of the chain transaction.'),
  contract: optionalText('The token contract, if the token is not accepted here.'),
  hash_before: optionalText('The hash that was seen before.'),
  block: Type.Optional(nullable(Type.Integer())),
  settled: Type.Optional(Type.Boolean({ description: 'A network without blocks reported it, so it is final.' })),
  required_confirmations: Type.Optional(Type.Integer()),
  requires_finality: Type.Optional(Type.Boolean()),
  attested_by: Type.Optional(
    nullable(
      Type.Unsafe<string[]>({ type: 'array', items: { type: 'string' }, description: 'The endpoints that vouched.' }),
    ),
  ),
  matched_by: Type.Optional(Type.String({ description: 'The rule that decided, as in a transaction.' })),
  speaks: Type.Optional(
    Type.Array(
      Type.Unsafe<string>({ type: 'string', enum: ['address', 'amount', 'near_amount', 'sender', 'signature'] }),
      {
        description: 'All evidence for it.',
      },
    ),
  ),
  others: Type.Optional(
    Type.Integer({
      description: 'The number of attempts of other invoices with evidence by amount, sender or signature.',
    }),
  ),
  signed: Type.Optional(Type.Boolean({ description: 'Whether the sender signed the claim.' })),
  reason: optionalText('The reason, as an API code or in the words of the merchant.'),
  payment_id: Type.Optional(uuid),
  refund_id: Type.Optional(uuid),
  by: optionalText('The person or program; without its id for callers who may not read the audit log.'),
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
  const step: Details = details;
  const asset = typeof step.asset_id === 'string' ? catalog.assetById(step.asset_id) : null;
  return {
    id,
    at: createdAt.toISOString(),
    kind,
    transaction_id: transactionId,
    ...(asset === null ? {} : { cryptocurrency: asset.cryptocurrency.symbol, network: asset.network.symbol }),
    ...unlistedOf(step, catalog),
    ...moneyOf(step, asset, currency),
    ...rateOf(step),
    ...addressesOf(step, asset),
    ...shown(step, plain),
    ...timesOf(step),
    ...('by' in step ? { by: actorFor(caller, String(step.by)) } : {}),
  };
}

/** A token outside the catalog is identified by its contract only. */
function unlistedOf({ network_id: id, contract }: Details, catalog: Instance['catalog']): Details {
  const network = typeof id === 'string' ? catalog.networkById(id) : null;
  if (network === null || typeof contract !== 'string') return {};
  return { network: network.symbol, contract: codecOf(network.family).showAddress(contract, network.facts) };
}

/** Members that are returned as stored. */
const plain = [
  ...['hash', 'hash_before', 'block', 'settled', 'required_confirmations', 'requires_finality', 'attested_by'],
  'matched_by',
  ...[
    'speaks',
    'others',
    'signed',
    'reason',
    'payment_id',
    'refund_id',
    'exceptions',
    'event_id',
    'event_type',
    'webhook_id',
    'delivery_id',
    'url',
  ],
  ...['response_status', 'response_body', 'error'],
];
/** Null means that this kind of step does not have the member. */
const shownUnlessNull: ReadonlySet<string> = new Set(['hash_before', 'required_confirmations', 'requires_finality']);

function shown(step: Details, names: readonly string[]): Details {
  const there = names.filter((name) => name in step && !(shownUnlessNull.has(name) && step[name] === null));
  return Object.fromEntries(there.map((name) => [name, step[name]]));
}

function moneyOf(step: Details, asset: Asset | null, invoiceCurrency: string): Details {
  const currency = typeof step.currency === 'string' ? step.currency : invoiceCurrency;
  const minor = currencyOf(currency)?.decimals ?? 2;
  const fiat = (name: string) =>
    typeof step[name] === 'string' ? { [name]: formatFixed(BigInt(step[name]), minor), currency } : {};
  const units = step.sent ?? step.amount ?? step.received;
  return {
    ...(asset === null || typeof units !== 'string' ? {} : { amount: formatUnits(BigInt(units), asset.decimals) }),
    ...fiat('value'),
    ...fiat('total'),
    ...fiat('paid'),
  };
}

function rateOf(step: Details): Details {
  const evidence = step.evidence as RateEvidence | undefined;
  return {
    ...(typeof step.rate === 'string' ? { rate: step.rate } : {}),
    ...(evidence === undefined
      ? {}
      : { rate_method: evidence.method, rate_at: evidence.at, rate_sources: evidence.sources }),
  };
}

function addressesOf(step: Details, asset: Asset | null): Details {
  if (asset === null) return {};
  const codec = codecOf(asset.network.family);
  const address = (canonical: unknown) =>
    typeof canonical === 'string' ? codec.showAddress(canonical, asset.network.facts) : null;
  const kind = step.is_one_time === true ? 'one_time' : step.is_leased === true ? 'leased' : 'shared';
  return {
    ...('to' in step ? { to: address(step.to), address_kind: kind } : {}),
    ...(typeof step.sender === 'string' ? { from: address(step.sender) } : {}),
  };
}

function timesOf(step: Details): Details {
  const read = (name: string) =>
    name in step ? { [name]: typeof step[name] === 'string' ? new Date(step[name]).toISOString() : null } : {};
  return { ...read('expire_at'), ...read('next_attempt_at') };
}

/**
 * Returns `user:<id> token:<id>` to callers who may read the audit log; otherwise only whether it was a person or a
 * program.
 */
function actorFor(caller: Caller, actor: string): string {
  if (caller.kind !== 'app_token' && caller.kind !== 'oauth2' && mayRead('account:read', caller)) return actor;
  return actor.split(':', 1)[0] ?? actor;
}
