// The person's own tokens: what each may do, where, until when, and when it was last used.
import { Badge, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PersonalAccessToken } from '../../../../sdk/src/generated/api.ts';
import { scopeWords } from '../../../../src/core/scope-words.ts';
import { isBoundToRanges } from '../../../../src/core/token-bounds.ts';
import { api } from '../../outside/api.ts';
import { useApp } from '../../outside/chosen-app.ts';
import { useAct } from '../../outside/use-act.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { TokenSheet } from './token-sheet.tsx';

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

function TokenSection({ token, revoke }: { readonly token: PersonalAccessToken; readonly revoke: () => void }) {
  const { apps } = useApp();
  const names = token.app_ids?.map((id) => apps.find((app) => app.id === id)?.name ?? 'an archived shop');
  return (
    <TokenSheet
      token={token}
      prefix="qpat_"
      words={scopeWords}
      revoke={revoke}
      bounds={<Badge color="gray">{names === undefined ? 'All of your shops' : names.join(', ')}</Badge>}
    >
      {!isBoundToRanges(token.cidrs) && token.scopes.includes('addresses:write') ? (
        <Text size="xs" c="dimmed">
          It cannot change where shops in production are paid: that takes a token that works from named addresses only.
        </Text>
      ) : null}
    </TokenSheet>
  );
}
