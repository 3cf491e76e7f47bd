// What happened to an invoice, in sentences: each step of its history, and why it came about.
import type { InvoiceStep } from '../../../../sdk/src/generated/api.ts';
import { fiatText } from '../../../checkout/rules/figures.ts';
import { whatSpeaks, whyEnded, whyMatched, whyWaiting } from '../../evidence/words.ts';

export interface StepWords {
  /** One sentence, without a full stop. */
  readonly title: string;
  /** Why, and what was known: a sentence each. */
  readonly why: readonly string[];
  readonly tone: 'good' | 'act' | 'bad' | 'quiet';
}

/** Who reads it, and how networks are called. */
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
  invoice_created: () => ({ title: 'The invoice was made' }),
  attempt_quoted: (step) => ({
    title: `A customer was asked for ${coins(step)}${worth(step)}`,
    why: [rateWords(step), step.address_kind === undefined ? null : addressWords[step.address_kind]],
  }),
  late_payment_accepted: (step) => ({
    title: `Money that no open attempt asked for was taken for this invoice`,
    why: [rateWords(step)],
    tone: 'act',
  }),
  part_accepted: (step) => ({
    title: 'Another part of the quoted amount arrived in time',
    why: [rateWords(step)],
  }),
  payment_claimed: ({ signed }) => ({
    title: 'A customer said that this chain transaction pays it',
    why: [signed ? 'The sender signed for it.' : 'Nothing was signed: it is their word beside what the chain says.'],
  }),
  payment_unlisted: ({ contract, network }) => ({
    title: 'A token came that is not accepted here',
    why: [
      `A customer claimed a transfer of the contract ${contract ?? 'of a token'} on ${network ?? 'the network'}.`,
      'Check the contract in a block explorer. If you take the token, settle the invoice by hand.',
    ],
    tone: 'act',
  }),
  payment_seen: (step) => ({
    title: `${coins(step)} was seen${worth(step)}`,
    why: [step.block === null ? 'It waits to be mined.' : depthWords(step)],
  }),
  payment_replaced: ({ hash }) =>
    hash == null
      ? { title: 'The payment that waited to be mined is gone', why: ['No node knows it any more.'], tone: 'bad' }
      : { title: 'Another chain transaction took its place', why: ['It spends the same money.'], tone: 'act' },
  payment_matched: (step) => ({
    title: 'It was found to be for this invoice',
    why: [
      step.matched_by === undefined ? null : whyMatched(step.matched_by),
      evidenceWords(step),
      othersWords(step.others),
    ],
    tone: 'good',
  }),
  payment_mined: ({ block }) => ({ title: block == null ? 'It is in a block' : `It is in block ${block}` }),
  payment_orphaned: () => ({
    title: 'The chain took its block back',
    why: ['It counts again if it is mined once more.'],
    tone: 'bad',
  }),
  payment_held: (step) => ({
    title: `${coins(step)} came and waits for you`,
    why: [step.reason == null ? null : whyWaiting(step.reason)],
    tone: 'act',
  }),
  payment_assigned: (step, personId) => ({
    title: `${who(step.by, personId)} said that ${coins(step)} is for this invoice`,
  }),
  payment_dismissed: (step, personId) => ({
    title: `${who(step.by, personId)} dealt with ${coins(step)} elsewhere`,
  }),
  payment_confirmed: (step) => ({
    title: 'The payment is confirmed',
    why: [depthWords(step), attestedWords(step.attested_by)],
    tone: 'good',
  }),
  payment_credited: (step) => ({ title: `${fiat(step, step.value)} was credited for ${coins(step)}`, tone: 'good' }),
  credit_reversed: (step) => ({
    title: `${fiat(step, step.value)} was taken back`,
    why: ['The chain replaced the block that the payment was in.'],
    tone: 'bad',
  }),
  attempt_canceled: ({ reason }) => ({
    title: 'An attempt to pay ended without a payment',
    why: [reason == null ? null : whyEnded(reason)],
  }),
  attempt_rejected: ({ reason }) => ({
    title: 'A payment came to nothing',
    why: [reason == null ? null : whyEnded(reason)],
    tone: 'bad',
  }),
  invoice_updated: () => ({ title: 'The invoice was changed' }),
  invoice_accepted: () => ({
    title: 'What was seen is enough for your shop, though not yet confirmed',
    why: ['So your settings say. The goods may go, at your risk.'],
    tone: 'act',
  }),
  invoice_not_accepted: () => ({ title: 'What was seen is not enough any more', tone: 'bad' }),
  invoice_settled: (step, personId) => ({
    title: `${who(step.by, personId)} settled the invoice by hand`,
    why: [step.reason == null ? null : `“${step.reason}”`],
    tone: 'act',
  }),
  invoice_partially_paid: (step) => ({ title: `${fiat(step, step.paid)} of ${fiat(step, step.total)} is paid` }),
  invoice_paid: (step) => ({ title: 'The invoice is paid', why: exceptionWords(step.exceptions), tone: 'good' }),
  invoice_expired: () => ({ title: 'Its time ran out' }),
  invoice_canceled: () => ({ title: 'The invoice was canceled' }),
  invoice_reversed: (step) => ({ title: `What is paid became less: ${fiat(step, step.paid)}`, tone: 'bad' }),
  webhook_failed: (step) => ({
    title: `${host(step.url)} did not take “${step.event_type}”`,
    why: [answerWords(step)],
    tone: 'act',
  }),
  webhook_delivered: (step) => ({ title: `${host(step.url)} was told “${step.event_type}”`, why: [answerWords(step)] }),
};

const addressWords = {
  one_time: 'The address was given out for this attempt alone.',
  leased: 'The address was lent to this attempt alone; while it is, what comes there is for it.',
  shared: 'The address is one that others are shown too, so the exact amount tells this attempt apart.',
} as const;

function coins({ amount, cryptocurrency, network }: InvoiceStep): string {
  if (amount == null) return 'a payment';
  return `${amount} ${cryptocurrency ?? ''}${network === undefined ? '' : ` on ${network}`}`;
}

function worth(step: InvoiceStep): string {
  return step.value == null || step.currency === undefined ? '' : `, worth ${fiat(step, step.value)}`;
}

function fiat({ currency }: InvoiceStep, amount: string | null | undefined): string {
  if (amount == null) return 'An amount';
  return currency === undefined ? amount : fiatText(amount, currency);
}

/** At which rate, and from whom it was heard. */
function rateWords({ rate, rate_method: method, rate_sources: sources = [], ...step }: InvoiceStep): string | null {
  if (rate == null) return null;
  const value = step.currency === undefined ? rate : fiatText(rate, step.currency);
  const price = `One ${step.cryptocurrency ?? 'coin'} counted as ${value}`;
  const heard = sources.map((one) => `${one.source} ${one.rate}${one.pair === undefined ? '' : ` (${one.pair})`}`);
  if (method === 'fixed') return `${price}: a rate that this instance fixes.`;
  if (method === 'at_par') return `${price}: your settings count this stablecoin at par.`;
  if (heard.length === 0) return `${price}.`;
  return heard.length === 1 ? `${price}, as ${heard[0]} said.` : `${price}: the middle of ${heard.join(', ')}.`;
}

function depthWords({ required_confirmations: count, requires_finality: isFinal }: InvoiceStep): string | null {
  if (count === undefined) return null;
  const many = count === 1 ? 'one confirmation' : `${count} confirmations`;
  return `Your settings ask for ${many}${isFinal ? ', and for a block that the network calls final' : ''}.`;
}

function attestedWords(endpoints: readonly string[] | null | undefined): string | null {
  return endpoints == null || endpoints.length === 0 ? null : `These endpoints vouch for it: ${endpoints.join(', ')}.`;
}

/** What speaks for it beside the rule that decided. */
function evidenceWords({ speaks = [], matched_by: rule }: InvoiceStep): string | null {
  const beside = speaks.filter((one) => one !== rule);
  return beside.length === 0 ? null : `Also in its favour: ${whatSpeaks(beside)}.`;
}

function othersWords(others: number | undefined): string | null {
  if (others === undefined) return null;
  if (others === 0) return 'Nothing spoke for any other invoice.';
  return others === 1
    ? 'Something spoke for one attempt of another invoice too, but less.'
    : `Something spoke for ${others} attempts of other invoices too, but less.`;
}

function exceptionWords(exceptions: readonly string[] | undefined): string[] {
  const said: Readonly<Record<string, string>> = {
    overpaid: 'More came than was asked for.',
    paid_late: 'It came after its time ran out.',
    settled_manually: 'It was settled by hand.',
    reorged: 'The chain took something back before.',
  };
  return (exceptions ?? []).map((one) => said[one] ?? one);
}

function answerWords({ response_status: status, response_body: body, error, next_attempt_at: next }: InvoiceStep) {
  const answer =
    status == null
      ? `There was no answer${error == null ? '' : `: ${error}`}.`
      : `It answered ${status}${body == null || body === '' ? '' : `: “${body.slice(0, 200)}”`}.`;
  return next == null ? answer : `${answer} It is tried again by itself.`;
}

function host(url: string | undefined): string {
  return url === undefined ? 'A webhook' : (URL.parse(url)?.host ?? url);
}

/** `user:<id> token:<id>` or only what kind of caller it was. */
function who(by: string | null | undefined, personId: string): string {
  const [kind = '', id] = (by ?? '').split(' ')[0]?.split(':') ?? [];
  if (kind === 'user') return id !== undefined && id === personId ? 'You' : 'Somebody of your team';
  if (kind.startsWith('app')) return 'Your shop’s program';
  if (kind === 'operator' || kind === 'cli') return 'The operator';
  return kind === '' ? 'Somebody' : 'A program';
}
