// Unmatched payments: each with its reason, its evidence, and the actions to decide about it.
import '../../lists/lists.css';
import { Button, Stack } from '@mantine/core';
import type { UnmatchedPayment } from '../../../../sdk/typescript/src/generated/api.ts';
import { useApp } from '../../browser/chosen-app.ts';
import { useKeys } from '../../browser/keys.ts';
import { oneOf, useListSearch } from '../../lists/list-search.ts';
import { useLongList } from '../../lists/use-long-list.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { words } from '../../words/words.ts';
import { GoneMeanwhile, useGone } from './already-handled.tsx';
import { PaymentCard } from './payment-card.tsx';

/** Dismissing raises no event, so poll while the page is open. */
const askAgainMillis = 5000;
const decided = ['assigned', 'dismissed', 'withdrawn'];

export function ReviewScreen() {
  const { app } = useApp();
  const { search, change } = useListSearch();
  const isPast = oneOf(search, 'show') === 'done';
  const list = useLongList<UnmatchedPayment>({
    path: '/unmatched-payments',
    appId: app?.id ?? null,
    query: isPast ? { status: decided } : {},
    everyMillis: askAgainMillis,
  });
  const { rows } = list;
  const chosen = oneOf(search, 'payment');
  // A link to one payment works wherever it is in the list; without one the first is open.
  const openId = rows.some(({ id }) => id === chosen) ? chosen : chosen === 'none' ? null : (rows[0]?.id ?? null);
  const gone = useGone(isPast || list.isAwaited ? null : rows);
  const go = (by: number) => {
    const at = rows.findIndex(({ id }) => id === openId);
    const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)];
    if (next === undefined) return;
    change({ payment: next.id });
    document.getElementById(`payment-${next.id}`)?.focus();
  };
  useKeys([
    { keys: 'j', words: words.review.next, act: () => go(1) },
    { keys: 'k', words: words.review.previous, act: () => go(-1) },
  ]);
  return (
    <Screen title={words.places.review}>
      <fieldset className="status-filter">
        <legend className="off-screen">{words.review.which}</legend>
        <button type="button" aria-pressed={!isPast} onClick={() => change({ show: undefined, payment: undefined })}>
          {words.review.open}
        </button>
        <button type="button" aria-pressed={isPast} onClick={() => change({ show: 'done', payment: undefined })}>
          {words.review.reviewed}
        </button>
      </fieldset>
      <GoneMeanwhile gone={gone} />
      {list.error !== null ? <NotAnswered error={list.error} again={list.again} /> : null}
      {list.error === null && list.isAwaited ? <Awaited lines={6} /> : null}
      {list.error === null && !list.isAwaited && rows.length === 0 ? <Nothing isPast={isPast} /> : null}
      {list.isAwaited ? null : (
        <Stack gap="md">
          {rows.map((payment) => (
            <PaymentCard
              key={payment.id}
              payment={payment}
              isOpen={payment.id === openId}
              toggle={() => change({ payment: payment.id === openId ? 'none' : payment.id })}
              decided={gone.expect}
            />
          ))}
          {list.more.hasMore ? (
            <Button variant="default" loading={list.more.isLoading} onClick={list.more.load}>
              {words.common.showMore}
            </Button>
          ) : null}
        </Stack>
      )}
    </Screen>
  );
}

function Nothing({ isPast }: { readonly isPast: boolean }) {
  if (isPast) {
    return <EmptyState title={words.review.noReviewed}>{words.review.noReviewedMore}</EmptyState>;
  }
  return (
    <EmptyState
      title={words.review.none}
      action={
        <ButtonLink variant="default" to="/console/invoices">
          {words.review.viewInvoices}
        </ButtonLink>
      }
    >
      {words.review.noneMore}
    </EmptyState>
  );
}
