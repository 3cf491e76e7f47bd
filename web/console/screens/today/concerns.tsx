// What needs a human: each in a sentence, with one button that leads to where it is dealt with.
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { App, AppAttention } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { Time } from '../../parts/time.tsx';

const askMillis = 15_000;

export function Concerns({ app }: { readonly app: App }) {
  const asked = useQuery({
    queryKey: ['attention', app.id],
    queryFn: ({ signal }) => api.get<AppAttention[]>(`/app/${app.id}/attention`, {}, signal),
    // What networks and prices do is no event of the shop.
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
    <section className="sheet" aria-labelledby="waits-for-you">
      <Text component="h2" id="waits-for-you" className="today-title">
        {asked.data.length === 0 ? 'All quiet' : 'Waits for you'}
      </Text>
      {asked.data.length === 0 ? (
        <Text c="dimmed">Nothing waits for you. What nobody can decide without you stands here first.</Text>
      ) : (
        <ul className="today-list">
          {asked.data.map((concern, index) => (
            <ConcernLine key={concern.kind} concern={concern} isFirst={index === 0} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ConcernLine({ concern, isFirst }: { readonly concern: AppAttention; readonly isFirst: boolean }) {
  const { one, many, to, button } = words[concern.kind] ?? unknown;
  const count = `${concern.count}${concern.is_more ? ' or more' : ''}`;
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <Stack gap={0} style={{ flex: '1 1 18rem' }}>
          <Text fw={600}>
            {concern.count === 1 && !concern.is_more ? one : `${count} ${many}`}
            {concern.since === null ? null : (
              <Text component="span" c="dimmed" fw={400}>
                {', since '}
                <Time at={concern.since} />
              </Text>
            )}
          </Text>
          <Text c="dimmed">{concern.what_to_do}</Text>
        </Stack>
        <ButtonLink to={to} variant={isFirst ? 'filled' : 'default'}>
          {button}
        </ButtonLink>
      </Group>
    </li>
  );
}

interface Words {
  readonly one: string;
  /** After the count. */
  readonly many: string;
  readonly to: string;
  readonly button: string;
}

const sortOut = { to: '/console/sort-out', button: 'Sort it out' };
const webhooks = { to: '/console/settings/webhooks', button: 'See what it answers' };
const coins = { to: '/console/settings/coins', button: 'See the coins' };
const addresses = { to: '/console/settings/addresses', button: 'See the addresses' };

const words: Readonly<Record<AppAttention['kind'], Words>> = {
  addresses_tampered: {
    one: 'An address was changed past this service',
    many: 'addresses were changed past this service',
    ...addresses,
  },
  records_tampered: {
    one: 'A record was changed past this service',
    many: 'records were changed past this service',
    ...{ to: '/console/audit', button: 'See the audit log' },
  },
  members_tampered: {
    one: 'A member was written past this service',
    many: 'members were written past this service',
    ...{ to: '/console/settings/team', button: 'See the team' },
  },
  app_token_known: {
    one: 'A former owner may know the token of this shop',
    many: 'tokens may be known to former owners',
    ...{ to: '/console/settings/tokens', button: 'Make a new token' },
  },
  payments_reorged: {
    one: 'A payment was taken back by the chain',
    many: 'payments were taken back by the chain',
    ...{ to: '/console/invoices', button: 'See the invoices' },
  },
  network_halted: { one: 'A network is stopped', many: 'networks are stopped', ...coins },
  network_away: { one: 'A network does not answer', many: 'networks do not answer', ...coins },
  network_behind: { one: 'A network is behind', many: 'networks are behind', ...coins },
  no_rate: { one: 'A coin has no price right now', many: 'coins have no price right now', ...coins },
  amounts_crowded: {
    one: 'A fixed address runs out of amounts that tell customers apart',
    many: 'fixed addresses run out of amounts that tell customers apart',
    ...addresses,
  },
  visitors_crowded: {
    one: 'Your payment links are nearly at their bound',
    many: 'payment links are nearly at their bound',
    ...{ to: '/console/invoices', button: 'See the invoices' },
  },
  visitor_addresses_used: {
    one: 'Visitors of payment links use up the addresses of a key',
    many: 'keys run out of addresses for visitors of payment links',
    ...addresses,
  },
  addresses_unsafe: {
    one: 'An address of yours may lose what is paid there',
    many: 'addresses of yours may lose what is paid there',
    ...addresses,
  },
  addresses_blocked: { one: 'An address of yours is blocked', many: 'addresses of yours are blocked', ...addresses },
  payout_changes_waiting: { one: 'A new address waits', many: 'new addresses wait', ...addresses },
  webhooks_disabled: { one: 'A webhook is switched off', many: 'webhooks are switched off', ...webhooks },
  webhooks_failing: { one: 'A webhook fails', many: 'webhooks fail', ...webhooks },
  claims_waiting: { one: 'A customer says that they paid', many: 'customers say that they paid', ...sortOut },
  unlisted_tokens: {
    one: 'A token came that is not accepted',
    many: 'invoices were paid with tokens that are not accepted',
    ...{ to: '/console/invoices', button: 'See the invoices' },
  },
  receipts_held_back: {
    one: 'A receipt was not mailed',
    many: 'receipts were not mailed',
    ...{ to: '/console/invoices', button: 'See the invoices' },
  },
  unmatched_payments: { one: 'A payment belongs to no invoice', many: 'payments belong to no invoice', ...sortOut },
};

const unknown: Words = {
  one: 'Something needs you',
  many: 'things need you',
  to: '/console/audit',
  button: 'Look at it',
};
