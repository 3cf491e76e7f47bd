// The history of an invoice in sentences: each step with its reason.
import type { InvoiceStep } from '../../../../sdk/typescript/src/generated/api.ts';
import { supportWords, whyEnded, whyMatched, whyWaiting } from '../../evidence/words.ts';
import { list, price } from '../../words/figures.ts';
import { words } from '../../words/words.ts';

export interface StepWords {
  /** One sentence, without a full stop. */
  readonly title: string;
  /** Reasons and evidence, a sentence each. */
  readonly why: readonly string[];
  readonly tone: 'good' | 'act' | 'bad' | 'quiet';
}

/** The reader, and the names of networks. */
export interface Reader {
  readonly personId: string;
  readonly networkName: (symbol: string) => string;
}

export function stepWords(step: InvoiceStep, { personId, networkName }: Reader): StepWords {
  const named = step.network === undefined ? step : { ...step, network: networkName(step.network) };
  const { title, why = [], tone = 'quiet' } = sentences[step.kind](named, personId);
  return { title, why: why.filter((line) => line !== null), tone };
}

interface Said {
  readonly title: string;
  readonly why?: readonly (string | null)[];
  readonly tone?: StepWords['tone'];
}

const sentences: Readonly<Record<InvoiceStep['kind'], (step: InvoiceStep, personId: string) => Said>> = {
  invoice_created: () => ({ title: words.steps.created }),
  attempt_quoted: (step) => ({
    title: titleWith(step, words.steps.quotedWorth, words.steps.quoted),
    why: [rateWords(step), addressWords(step)],
  }),
  late_payment_accepted: (step) => ({ title: words.steps.lateAccepted, why: [rateWords(step)], tone: 'act' }),
  part_accepted: (step) => ({ title: words.steps.partAccepted, why: [rateWords(step)] }),
  payment_claimed: ({ signed }) => ({
    title: words.steps.claimed,
    why: [signed ? words.steps.claimSigned : words.steps.claimUnsigned],
  }),
  payment_unlisted: ({ contract, network }) => ({
    title: words.steps.unlisted,
    why: [
      contract == null ? null : words.steps.unlistedContract({ contract, network: network ?? '' }),
      words.steps.unlistedAdvice,
    ],
    tone: 'act',
  }),
  payment_seen: (step) => ({
    title: titleWith(step, words.steps.seenWorth, words.steps.seen),
    why: [step.block === null && step.settled !== true ? words.steps.unmined : depthWords(step)],
  }),
  payment_replaced: ({ hash }) =>
    hash == null
      ? { title: words.steps.vanished, why: [words.steps.vanishedWhy], tone: 'bad' }
      : { title: words.steps.replaced, why: [words.steps.replacedWhy], tone: 'act' },
  payment_matched: (step) => ({
    title: words.steps.matched,
    why: [
      step.matched_by === undefined ? null : whyMatched(step.matched_by),
      evidenceWords(step),
      othersWords(step.others),
    ],
    tone: 'good',
  }),
  payment_mined: ({ block }) => ({
    title: block == null ? words.steps.mined : words.steps.minedIn({ block: String(block) }),
  }),
  payment_orphaned: () => ({ title: words.steps.orphaned, why: [words.steps.orphanedWhy], tone: 'bad' }),
  payment_held: (step) => ({
    title: words.steps.held({ payment: coins(step) }),
    why: [step.reason == null ? null : whyWaiting(step.reason)],
    tone: 'act',
  }),
  payment_assigned: (step, personId) => ({
    title: words.steps.assigned({ payment: coins(step) }),
    why: [actorWords(step.by, personId)],
  }),
  payment_dismissed: (step, personId) => ({
    title: words.steps.dismissed({ payment: coins(step) }),
    why: [actorWords(step.by, personId)],
  }),
  payment_confirmed: (step) => ({
    title: words.steps.confirmed,
    why: [depthWords(step), attestedWords(step.attested_by)],
    tone: 'good',
  }),
  payment_credited: (step) => ({
    title: words.steps.credited({ price: fiat(step, step.value), payment: coins(step) }),
    tone: 'good',
  }),
  credit_reversed: (step) => ({
    title: words.steps.reversed({ price: fiat(step, step.value) }),
    why: [words.steps.reversedWhy],
    tone: 'bad',
  }),
  attempt_canceled: ({ reason }) => ({
    title: words.steps.attemptCanceled,
    why: [reason == null ? null : whyEnded(reason)],
  }),
  attempt_rejected: ({ reason }) => ({
    title: words.steps.attemptRejected,
    why: [reason == null ? null : whyEnded(reason)],
    tone: 'bad',
  }),
  invoice_updated: () => ({ title: words.steps.updated }),
  invoice_accepted: () => ({ title: words.steps.accepted, why: [words.steps.acceptedWhy], tone: 'act' }),
  invoice_not_accepted: () => ({ title: words.steps.notAccepted, tone: 'bad' }),
  invoice_settled: (step, personId) => ({
    title: words.steps.settled,
    why: [
      actorWords(step.by, personId),
      step.reason == null ? null : words.steps.settledReason({ reason: step.reason }),
    ],
    tone: 'act',
  }),
  invoice_partially_paid: (step) => ({
    title: words.steps.partlyPaid({ paid: fiat(step, step.paid), total: fiat(step, step.total) }),
  }),
  invoice_paid: (step) => ({ title: words.steps.paid, why: exceptionWords(step.exceptions), tone: 'good' }),
  invoice_expired: () => ({ title: words.steps.expired }),
  invoice_canceled: () => ({ title: words.steps.canceled }),
  invoice_reversed: (step) => ({ title: words.steps.paidLess({ price: fiat(step, step.paid) }), tone: 'bad' }),
  refund_created: (step) => ({ title: words.steps.refundCreated({ price: fiat(step, step.value) }) }),
  refund_ready: (step) => ({ title: words.steps.refundReady({ price: fiat(step, step.value) }), tone: 'act' }),
  refund_seen: (step) => ({ title: words.steps.refundSeen({ payment: coins(step) }) }),
  refund_accepted: (step) => ({
    title: words.steps.refundAccepted({ payment: coins(step) }),
    why: [step.reason == null ? null : words.steps.settledReason({ reason: step.reason })],
    tone: 'act',
  }),
  refund_sent: (step) => ({ title: words.steps.refundSent({ price: fiat(step, step.value) }), tone: 'good' }),
  refund_reversed: () => ({ title: words.steps.refundReversed, tone: 'bad' }),
  refund_canceled: (step) => ({ title: words.steps.refundCanceled({ price: fiat(step, step.value) }) }),
  webhook_failed: (step) => ({
    title: words.steps.webhookFailed({ event: step.event_type ?? '', host: host(step.url) }),
    why: answerWords(step),
    tone: 'act',
  }),
  webhook_delivered: (step) => ({
    title: words.steps.webhookDelivered({ event: step.event_type ?? '', host: host(step.url) }),
    why: answerWords(step),
  }),
};

function addressWords({ address_kind: kind }: InvoiceStep): string | null {
  if (kind === undefined) return null;
  return { one_time: words.steps.addressOnce, leased: words.steps.addressLeased, shared: words.steps.addressShared }[
    kind
  ];
}

/** '0.05 ETH on Base'; 'a payment' if the amount is unknown. */
function coins({ amount, cryptocurrency, network }: InvoiceStep): string {
  if (amount == null) return words.steps.aPayment;
  const coin = `${amount} ${cryptocurrency ?? ''}`.trim();
  return network === undefined ? coin : words.common.coinOn({ coin, network });
}

type Titled<Place extends string> = (places: Readonly<Record<Place, string>>) => string;

function titleWith(step: InvoiceStep, worth: Titled<'payment' | 'price'>, alone: Titled<'payment'>): string {
  const payment = coins(step);
  if (step.value == null || step.currency === undefined) return alone({ payment });
  return worth({ payment, price: fiat(step, step.value) });
}

function fiat({ currency }: InvoiceStep, amount: string | null | undefined): string {
  if (amount == null) return '–';
  return currency === undefined ? amount : price(amount, currency);
}

/** The rate of a quote, and its sources. */
function rateWords({ rate, rate_method: method, rate_sources: sources = [], ...step }: InvoiceStep): string | null {
  if (rate == null) return null;
  const places = { coin: step.cryptocurrency ?? '', price: fiat(step as InvoiceStep, rate) };
  if (method === 'fixed') return words.steps.rateFixed(places);
  if (method === 'at_par') return words.steps.rateAtPar(places);
  const named = sources.map((one) => `${one.source} ${one.rate}${one.pair === undefined ? '' : ` (${one.pair})`}`);
  if (named.length === 0) return words.steps.rate(places);
  return named.length === 1
    ? words.steps.rateOneSource({ ...places, source: named[0] ?? '' })
    : words.steps.rateMedian({ ...places, sources: list(named, 'unit') });
}

function depthWords({ required_confirmations: count, requires_finality: isFinal }: InvoiceStep): string | null {
  if (count === undefined) return null;
  return isFinal ? words.steps.depthFinal({ count }) : words.steps.depth({ count });
}

function attestedWords(endpoints: readonly string[] | null | undefined): string | null {
  return endpoints == null || endpoints.length === 0
    ? null
    : words.steps.attested({ endpoints: list(endpoints, 'unit') });
}

/** Evidence other than the rule that decided. */
function evidenceWords({ speaks: facts = [], matched_by: rule }: InvoiceStep): string | null {
  const others = facts.filter((one) => one !== rule);
  return others.length === 0 ? null : words.steps.evidence({ reasons: supportWords(others) });
}

function othersWords(others: number | undefined): string | null {
  if (others === undefined) return null;
  return others === 0 ? words.steps.noOthers : words.steps.others({ count: others });
}

function exceptionWords(exceptions: readonly string[] | undefined): string[] {
  const texts: Readonly<Record<string, string>> = words.exceptions;
  return (exceptions ?? []).map((one) => texts[one] ?? one);
}

function answerWords({ response_status: status, response_body: body, error, next_attempt_at: next }: InvoiceStep) {
  const content = body == null || body === '' ? (error ?? '') : body.slice(0, 200);
  return [
    status == null ? words.steps.noAnswer : words.steps.answered({ status: String(status) }),
    content === '' ? null : words.steps.answer({ answer: content }),
    next == null ? null : words.steps.retried,
  ];
}

function host(url: string | undefined): string {
  return url === undefined ? '–' : (URL.parse(url)?.host ?? url);
}

/** `by` is `user:<id> token:<id>`, or only the kind of a caller. */
function actorWords(by: string | null | undefined, personId: string): string {
  const [kind = '', id] = (by ?? '').split(' ')[0]?.split(':') ?? [];
  if (kind === 'user') return id !== undefined && id === personId ? words.actors.you : words.actors.member;
  if (kind.startsWith('app')) return words.actors.shop;
  if (kind === 'operator' || kind === 'cli') return words.actors.operator;
  return kind === '' ? words.actors.unknown : words.actors.program;
}
