// The invoices that a payment may be for, each with its evidence, and a search for any other.
import { Text, TextInput, Title } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Invoice, UnmatchedPayment } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useKeys } from '../../browser/keys.ts';
import { useMayRefund } from '../../evidence/may-refund.ts';
import { supportWords } from '../../evidence/words.ts';
import { percent } from '../../words/figures.ts';
import { words } from '../../words/words.ts';
import { invoiceOfTransaction } from './already-handled.tsx';
import { Assign, type Chosen } from './assign.tsx';
import { Candidates } from './candidates.tsx';
import type { Decided } from './deciding.ts';
import { around } from './near-totals.ts';

export interface LikelyInvoicesProps {
  readonly payment: UnmatchedPayment;
  readonly worth: { readonly amount: string; readonly currency: string } | null;
  readonly decided: Decided;
}

interface Likely {
  readonly invoice: Invoice;
  readonly why: string;
  /** Evidence or a claim names it. */
  readonly isSupported: boolean;
}

export function LikelyInvoices({ payment, worth, decided }: LikelyInvoicesProps) {
  const named = useNamed(payment);
  const spoken = named.filter(({ isSupported }) => isSupported);
  const hasEvidence = payment.claims.length > 0 || payment.evidence.some(({ speaks }) => speaks.length > 0);
  const near = useNear(payment, worth, !hasEvidence);
  const nearIds = new Set(near.map(({ invoice }) => invoice.id));
  const others = named.filter(({ invoice, isSupported }) => !isSupported && !nearIds.has(invoice.id));
  const likely = [...spoken, ...near, ...others];
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const mayRefund = useMayRefund(payment.app_id);
  const [text, setText] = useState('');
  const found = useFound(payment.app_id, useDeferredValue(text.trim()));
  const first = likely[0]?.invoice ?? null;
  useKeys(
    first === null
      ? []
      : [{ keys: 'a', words: words.review.assignLikely, act: () => setChosen({ invoice: first, refunds: false }) }],
  );
  return (
    <section aria-label={words.review.likelyInvoices}>
      <Title order={2} size="h3" mb="xs">
        {likely.length === 0 ? words.review.noLikely : words.review.likelyInvoices}
      </Title>
      {likely.length === 0 ? (
        <Text className="soft">{words.review.noLikelyMore}</Text>
      ) : (
        <Candidates candidates={likely} choose={setChosen} mayRefund={mayRefund} />
      )}
      <TextInput
        mt="sm"
        label={words.review.otherInvoice}
        placeholder={words.review.otherInvoiceHint}
        type="search"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {found === null ? null : found.length === 0 ? (
        <Text mt="xs" className="soft">
          {words.invoices.noMatch}
        </Text>
      ) : (
        <Candidates
          candidates={found.map((invoice) => ({ invoice, why: null }))}
          choose={setChosen}
          mayRefund={mayRefund}
        />
      )}
      <Assign payment={payment} chosen={chosen} worth={worth} decided={decided} close={() => setChosen(null)} />
    </section>
  );
}

/**
 * The invoices that the service names, with their evidence and claims. Paid and canceled ones come last. Without a
 * matching rule the service's order is kept; otherwise the strongest evidence comes first.
 */
function useNamed({ candidates, claims, evidence, reason }: UnmatchedPayment): readonly Likely[] {
  const ids = [...new Set([...candidates, ...claims])].slice(0, 20);
  const answers = useQueries({ queries: ids.map(invoiceOfTransaction) });
  const byInvoice = new Map<string, { invoice: Invoice; facts: Set<string>; isClaimed: boolean }>();
  for (const [index, id] of ids.entries()) {
    const invoice = answers[index]?.data;
    if (invoice === undefined) continue;
    const known = byInvoice.get(invoice.id) ?? { invoice, facts: new Set<string>(), isClaimed: false };
    for (const one of evidence.find(({ transaction_id }) => transaction_id === id)?.speaks ?? []) known.facts.add(one);
    byInvoice.set(invoice.id, { ...known, isClaimed: known.isClaimed || claims.includes(id) });
  }
  return [...byInvoice.values()]
    .sort((one, other) => {
      if (isOver(one.invoice) !== isOver(other.invoice)) return isOver(one.invoice) ? 1 : -1;
      if (reason === 'unknown' || reason === 'wrong_asset') return Number(other.isClaimed) - Number(one.isClaimed);
      return weight(other.facts, other.isClaimed) - weight(one.facts, one.isClaimed);
    })
    .map(({ invoice, facts, isClaimed }) => {
      const why = whyLikely([...facts], isClaimed);
      const isSupported = isClaimed || facts.size > 0;
      return { invoice, isSupported, why: isOver(invoice) ? `${words.review.noneDue} ${why}` : why };
    });
}

function isOver({ status }: Invoice): boolean {
  return status === 'paid' || status === 'canceled';
}

const strongest = ['sender', 'near_amount', 'amount', 'address', 'signature'];

function weight(facts: ReadonlySet<string>, isClaimed: boolean): number {
  return [...facts].reduce((sum, one) => sum + 2 ** (strongest.indexOf(one) + 1), isClaimed ? 1 : 0);
}

function whyLikely(facts: readonly string[], isClaimed: boolean): string {
  const evidence =
    facts.length === 0 ? words.review.quotedHere : words.review.evidence({ reasons: supportWords(facts) });
  if (!isClaimed) return evidence;
  const claim = facts.includes('signature') ? words.review.claimSigned : words.review.claimUnsigned;
  return `${evidence} ${claim}`;
}

/** If the service names none: invoices with a total close to the received value. */
function useNear(payment: UnmatchedPayment, worth: LikelyInvoicesProps['worth'], isWanted: boolean): readonly Likely[] {
  const range = worth === null ? null : around(worth.amount);
  const { data } = useQuery({
    queryKey: ['invoices', payment.app_id, 'near', range, worth?.currency],
    queryFn: ({ signal }) =>
      api.get<Invoice[]>(
        '/invoices',
        {
          app_id: payment.app_id,
          status: ['open', 'partially_paid', 'expired'],
          currency: worth?.currency,
          total_min: range?.from,
          total_max: range?.to,
          limit: 5,
        },
        signal,
      ),
    enabled: isWanted && range !== null && !payment.dust,
  });
  return (isWanted ? (data ?? []) : []).map((invoice) => ({
    invoice,
    isSupported: false,
    why: words.review.nearTotal({ share: percent(0.1) }),
  }));
}

/** Null: no search is running. */
function useFound(appId: string, text: string): readonly Invoice[] | null {
  const { data } = useQuery({
    queryKey: ['invoices', appId, 'search', text],
    queryFn: ({ signal }) => api.get<Invoice[]>('/invoices', { app_id: appId, q: text, limit: 5 }, signal),
    enabled: text !== '',
  });
  return text === '' ? null : (data ?? null);
}
