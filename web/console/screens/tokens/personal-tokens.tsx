// The person's own tokens: what each may do, where, until when, and when it was last used.
import { Badge, Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PersonalAccessToken } from '../../../../sdk/src/generated/api.ts';
import { costsMoney } from '../../../../src/core/effects/scope-effects.ts';
import { scopeWords } from '../../../../src/core/scope-words.ts';
import { isBoundToRanges } from '../../../../src/core/token-bounds.ts';
import { api } from '../../outside/api.ts';
import { useApp } from '../../outside/chosen-app.ts';
import { useAct } from '../../outside/use-act.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';

const tokensKey = ['personal-access-tokens'];

export function PersonalTokens({ make }: { readonly make: () => void }) {
  const tokens = useQuery({
    queryKey: tokensKey,
    queryFn: ({ signal }) => api.get<PersonalAccessToken[]>('/personal-access-tokens', { limit: 100 }, signal),
  });
  const [asked, setAsked] = useState<PersonalAccessToken | null>(null);
  const revoke = useAct<string>({
    act: (id) => api.delete(`/personal-access-token/${id}`),
    refreshes: [tokensKey],
    said: 'The token is revoked.',
    done: () => setAsked(null),
  });
  if (tokens.data === undefined) {
    if (tokens.error === null) return <Awaited />;
    return <NotAnswered error={tokens.error} again={() => void tokens.refetch()} />;
  }
  if (tokens.data.length === 0) {
    return (
      <EmptyState title="No personal tokens" action={<Button onClick={make}>Make a token</Button>}>
        A token lets a program act for you, within what you allow: an accountant’s script that only reads, say, or a
        plugin that makes invoices.
      </EmptyState>
    );
  }
  return (
    <>
      {tokens.data.map((token) => (
        <TokenSection key={token.id} token={token} revoke={() => setAsked(token)} />
      ))}
      <Confirm
        question={
          asked === null
            ? null
            : {
                title: `Revoke ${asked.name}?`,
                costs: 'It stops at once, and cannot come back. What uses it fails until you give it another one.',
                yes: 'Revoke it',
                act: () => revoke.run(asked.id),
              }
        }
        isRunning={revoke.isRunning}
        close={() => setAsked(null)}
      />
    </>
  );
}

const shownRights = 6;

/** What can cost money comes first; of many the rest is folded. */
function Rights({ scopes }: Pick<PersonalAccessToken, 'scopes'>) {
  const sorted = [...scopes.filter(costsMoney), ...scopes.filter((one) => !costsMoney(one))].map(
    (scope) => scopeWords[scope],
  );
  const [shown, folded] = [sorted.slice(0, shownRights), sorted.slice(shownRights)];
  return (
    <div>
      <RightsList words={shown} />
      {folded.length === 0 ? null : (
        <details>
          <summary>and {folded.length} more</summary>
          <RightsList words={folded} />
        </details>
      )}
    </div>
  );
}

function RightsList({ words }: { readonly words: readonly string[] }) {
  return (
    <List size="sm" spacing={2}>
      {words.map((one) => (
        <List.Item key={one}>{one}</List.Item>
      ))}
    </List>
  );
}

/** Those that end within so long are marked. */
const soonMillis = 7 * 86_400_000;

function TokenSection({ token, revoke }: { readonly token: PersonalAccessToken; readonly revoke: () => void }) {
  const { apps } = useApp();
  const left = Date.parse(token.expires_at) - Date.now();
  const names = token.app_ids?.map((id) => apps.find((app) => app.id === id)?.name ?? 'an archived shop');
  return (
    <Section
      title={token.name}
      aside={
        <Group gap="xs">
          {left <= 0 ? <StatusBadge status="ended" words="Ended" tone="quiet" /> : null}
          {left > 0 && left < soonMillis ? <StatusBadge status="ending" words="Ends soon" tone="act" /> : null}
          <Button variant="default" size="compact-sm" aria-label={`Revoke ${token.name}`} onClick={revoke}>
            Revoke
          </Button>
        </Group>
      }
      about={
        <>
          <span className="mono" dir="ltr">
            qpat_…{token.last_four}
          </span>{' '}
          ·{' '}
          {token.last_used_at === null ? (
            'never used'
          ) : (
            <>
              last used <Time at={token.last_used_at} />
            </>
          )}{' '}
          · ends <Time at={token.expires_at} />
        </>
      }
    >
      <Stack gap="xs">
        <Rights scopes={token.scopes} />
        <Group gap="xs">
          <Badge color="gray">{names === undefined ? 'All of your shops' : names.join(', ')}</Badge>
          {token.cidrs === null ? (
            <Badge color="gray">From anywhere</Badge>
          ) : (
            token.cidrs.map((cidr) => (
              <Badge key={cidr} color="gray">
                from {cidr}
              </Badge>
            ))
          )}
        </Group>
        {!isBoundToRanges(token.cidrs) && token.scopes.includes('addresses:write') ? (
          <Text size="xs" c="dimmed">
            It cannot change where shops in production are paid: that takes a token that works from named addresses
            only.
          </Text>
        ) : null}
      </Stack>
    </Section>
  );
}
