// The user's own tokens, with the scopes, shops, end and last use of each.
import { Badge, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PersonalAccessToken } from '../../../../sdk/typescript/src/generated/api.ts';
import { scopeWords } from '../../../../src/core/scope-words.ts';
import { isBoundToRanges } from '../../../../src/core/token-bounds.ts';
import { api } from '../../browser/api.ts';
import { useApp } from '../../browser/chosen-app.ts';
import { useAct } from '../../browser/use-act.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { list } from '../../words/figures.ts';
import { words } from '../../words/words.ts';
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
    said: words.tokens.revoked,
    done: () => setAsked(null),
  });
  if (tokens.data === undefined) {
    if (tokens.error === null) return <Awaited />;
    return <NotAnswered error={tokens.error} again={() => void tokens.refetch()} />;
  }
  if (tokens.data.length === 0) {
    return (
      <EmptyState title={words.tokens.none} action={<Button onClick={make}>{words.tokens.create}</Button>}>
        {words.tokens.noneMore}
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
                title: words.tokens.revokeTitle({ name: asked.name }),
                costs: words.tokens.revokeCosts,
                yes: words.tokens.revokeToken,
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
  const names = token.app_ids?.map((id) => apps.find((app) => app.id === id)?.name ?? words.tokens.archivedShop);
  return (
    <TokenSheet
      token={token}
      prefix="qpat_"
      scopeNames={scopeWords}
      revoke={revoke}
      bounds={<Badge color="gray">{names === undefined ? words.tokens.allShops : list(names, 'unit')}</Badge>}
    >
      {!isBoundToRanges(token.cidrs) && token.scopes.includes('addresses:write') ? (
        <Text size="xs" c="dimmed">
          {words.tokens.noPayoutRights}
        </Text>
      ) : null}
    </TokenSheet>
  );
}
