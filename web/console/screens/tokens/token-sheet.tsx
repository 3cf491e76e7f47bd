// One token on the screen: its rights, its address ranges, its end and its last use.
import { Badge, Button, Group, List, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Scope } from '../../../../src/core/access.ts';
import { costsMoney } from '../../../../src/core/effects/scope-effects.ts';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';

export interface ShownToken {
  readonly name: string;
  readonly last_four: string;
  readonly scopes: readonly Scope[];
  readonly cidrs: readonly string[] | null;
  readonly expires_at: string;
  readonly last_used_at: string | null;
}

export interface TokenSheetProps {
  readonly token: ShownToken;
  /** Absent if the user may not revoke it. */
  readonly revoke?: () => void;
  /** 'qpat_' */
  readonly prefix: string;
  readonly scopeNames: Readonly<Record<Scope, string>>;
  /** Badges in front of the addresses' badges. */
  readonly bounds: ReactNode;
  readonly children?: ReactNode;
}

/** A token that ends within this time is marked. */
const soonMillis = 7 * 86_400_000;

export function TokenSheet({ token, revoke, prefix, scopeNames, bounds, children }: TokenSheetProps) {
  const left = Date.parse(token.expires_at) - Date.now();
  return (
    <Section
      title={token.name}
      aside={
        <Group gap="xs">
          {left <= 0 ? <StatusBadge status="ended" name={words.statuses.expired} tone="quiet" /> : null}
          {left > 0 && left < soonMillis ? (
            <StatusBadge status="ending" name={words.tokens.expiresSoon} tone="act" />
          ) : null}
          {revoke === undefined ? null : (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={words.tokens.revokeName({ name: token.name })}
              onClick={revoke}
            >
              {words.tokens.revoke}
            </Button>
          )}
        </Group>
      }
      about={
        <>
          <span className="mono" dir="ltr">
            {prefix}…{token.last_four}
          </span>{' '}
          ·{' '}
          {token.last_used_at === null
            ? words.tokens.neverUsed
            : joined(words.account.lastUsed({ time: <Time at={token.last_used_at} /> }))}{' '}
          ·{' '}
          {joined((left <= 0 ? words.tokens.expired : words.tokens.expires)({ time: <Time at={token.expires_at} /> }))}
        </>
      }
    >
      <Stack gap="xs">
        <Rights scopes={token.scopes} scopeNames={scopeNames} />
        <Group gap="xs">
          {bounds}
          {token.cidrs === null ? (
            <Badge color="gray">{words.tokens.anyIp}</Badge>
          ) : (
            token.cidrs.map((cidr) => (
              <Badge key={cidr} color="gray">
                <bdi dir="ltr">{cidr}</bdi>
              </Badge>
            ))
          )}
        </Group>
        {children}
      </Stack>
    </Section>
  );
}

const shownRights = 6;

/** Scopes that can cost money come first. A long list is collapsed. */
function Rights({ scopes, scopeNames }: Pick<ShownToken, 'scopes'> & Pick<TokenSheetProps, 'scopeNames'>) {
  const sorted = [...scopes.filter(costsMoney), ...scopes.filter((one) => !costsMoney(one))].map(
    (scope) => scopeNames[scope],
  );
  const [shown, folded] = [sorted.slice(0, shownRights), sorted.slice(shownRights)];
  return (
    <div>
      <RightsList names={shown} />
      {folded.length === 0 ? null : (
        <details>
          <summary>{words.tokens.moreScopes({ count: folded.length })}</summary>
          <RightsList names={folded} />
        </details>
      )}
    </div>
  );
}

function RightsList({ names }: { readonly names: readonly string[] }) {
  return (
    <List size="sm" spacing={2}>
      {names.map((one) => (
        <List.Item key={one}>{one}</List.Item>
      ))}
    </List>
  );
}
