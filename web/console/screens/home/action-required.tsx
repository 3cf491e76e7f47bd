// The list of problems that need a decision: payments to review first, each with a button that leads to its page.
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { App, AppAttention } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { Time } from '../../parts/time.tsx';
import { type Words, words } from '../../words/words.ts';
import { isAboutRefunds, OpenRefunds } from './open-refunds.tsx';
import { PaymentsToReview } from './payments-to-review.tsx';
import { WaitingPullPayments } from './waiting-pull-payments.tsx';

const askMillis = 15_000;

export function ActionRequired({ app }: { readonly app: App }) {
  const asked = useQuery({
    queryKey: ['attention', app.id],
    queryFn: ({ signal }) => api.get<AppAttention[]>(`/app/${app.id}/attention`, {}, signal),
    // Problems of networks and rates raise no event of the app.
    refetchInterval: askMillis,
  });
  if (asked.data === undefined) {
    return asked.error === null ? (
      <Awaited lines={2} />
    ) : (
      <NotAnswered error={asked.error} again={() => void asked.refetch()} />
    );
  }
  return (
    <section className="sheet" aria-labelledby="action-required">
      <Text component="h2" id="action-required" className="home-title">
        {asked.data.length === 0 ? words.today.nothingOpen : words.today.actionRequired}
      </Text>
      {asked.data.length === 0 ? (
        <Text c="dimmed">{words.today.nothingOpenMore}</Text>
      ) : (
        <ul className="home-list">
          {reviewFirst(asked.data).map((concern, index) => (
            <ConcernLine key={concern.kind} app={app} concern={concern} isFirst={index === 0} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The rest stays in the service's order, the most urgent first. */
function reviewFirst(concerns: readonly AppAttention[]): readonly AppAttention[] {
  const isReview = ({ kind }: AppAttention) => placeOf(kind)[0] === pages.review;
  return [...concerns.filter(isReview), ...concerns.filter((one) => !isReview(one))];
}

interface ConcernLineProps {
  readonly app: App;
  readonly concern: AppAttention;
  readonly isFirst: boolean;
}

function ConcernLine({ app, concern, isFirst }: ConcernLineProps) {
  const { kind, count } = concern;
  const [to, button] = placeOf(kind);
  const text = words.concerns[kind]?.({ count }) ?? words.concerns.other({ count });
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <Stack gap={0} style={{ flex: '1 1 18rem' }}>
          <Text fw={600}>
            {concern.is_more ? words.today.more({ concern: text }) : text}
            {concern.since === null ? null : (
              <Text component="span" c="dimmed" fw={400} ms="xs">
                <Time at={concern.since} />
              </Text>
            )}
          </Text>
          <Text c="dimmed">{concern.what_to_do}</Text>
        </Stack>
        <ButtonLink to={to} search={searchOf(kind)} variant={isFirst ? 'filled' : 'default'}>
          {button}
        </ButtonLink>
      </Group>
      {kind === 'unmatched_payments' ? <PaymentsToReview appId={app.id} /> : null}
      {kind === 'pull_payments_waiting' ? <WaitingPullPayments appId={app.id} ids={concern.ids} /> : null}
      {isAboutRefunds(kind) ? <OpenRefunds appId={app.id} kind={kind} ids={concern.ids} /> : null}
    </li>
  );
}

/** Refunds are a part of the page of payments. */
function searchOf(kind: AppAttention['kind']) {
  return (isAboutRefunds(kind) ? { view: 'refunds' } : {}) as never;
}

type Place = keyof Words['concernActions'];

function placeOf(kind: AppAttention['kind']): readonly [to: string, button: string] {
  const place = placeOfKind[kind] ?? 'audit';
  return [pages[place], words.concernActions[place]];
}

const pages: Readonly<Record<Place, string>> = {
  review: '/console/review',
  webhooks: '/console/settings/webhooks',
  coins: '/console/settings/coins',
  addresses: '/console/settings/addresses',
  audit: '/console/audit',
  team: '/console/settings/team',
  tokens: '/console/settings/tokens',
  invoices: '/console/invoices',
  shop: '/console/settings/shop',
  refunds: '/console/payments',
};

const placeOfKind: Readonly<Record<AppAttention['kind'], Place>> = {
  addresses_tampered: 'addresses',
  records_tampered: 'audit',
  members_tampered: 'team',
  app_token_known: 'tokens',
  payments_reorged: 'invoices',
  shop_not_notified: 'invoices',
  network_halted: 'coins',
  network_away: 'coins',
  network_behind: 'coins',
  no_rate: 'coins',
  support_contact_missing: 'shop',
  amounts_crowded: 'addresses',
  visitors_crowded: 'invoices',
  visitor_addresses_used: 'addresses',
  addresses_unsafe: 'addresses',
  addresses_blocked: 'addresses',
  payout_changes_waiting: 'addresses',
  webhooks_disabled: 'webhooks',
  webhooks_failing: 'webhooks',
  claims_waiting: 'review',
  unlisted_tokens: 'invoices',
  refunds_after_cancellation: 'refunds',
  refunds_differ: 'refunds',
  refunds_exceed_paid: 'refunds',
  refunds_waiting: 'refunds',
  pull_payments_waiting: 'refunds',
  receipts_held_back: 'invoices',
  unmatched_payments: 'review',
};
