// One token on the screen: its rights, its address ranges, its end and its last use.
import { Badge, Button, Group, List, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Scope } from '../../../../src/core/access.ts';
import { costsMoney } from '../../../../src/core/effects/scope-effects.ts';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';

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
  /** Absent where the person may not revoke it. */
  readonly revoke?: () => void;
  /** 'qpat_' */
  readonly prefix: string;
  readonly words: Readonly<Record<Scope, string>>;
  /** Badges before those of its addresses. */
  readonly bounds: ReactNode;
  readonly children?: ReactNode;
}

/** A token that ends within this time is marked. */
const soonMillis = 7 * 86_400_000;

export function TokenSheet({ token, revoke, prefix, words, bounds, children }: TokenSheetProps) {
  const left = Date.parse(token.expires_at) - Date.now();
  return (
    <Section
      title={token.name}
      aside={
        <Group gap="xs">
          {left <= 0 ? <StatusBadge status="ended" name="Ended" tone="quiet" /> : null}
          {left > 0 && left < soonMillis ? <StatusBadge status="ending" name="Ends soon" tone="act" /> : null}
          {revoke === undefined ? null : (
            <Button variant="default" size="compact-sm" aria-label={`Revoke ${token.name}`} onClick={revoke}>
              Revoke
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
        <Rights scopes={token.scopes} words={words} />
        <Group gap="xs">
          {bounds}
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
        {children}
      </Stack>
    </Section>
  );
}

const shownRights = 6;

/** Rights that can cost money come first. A long list is folded. */
function Rights({ scopes, words }: Pick<ShownToken, 'scopes'> & Pick<TokenSheetProps, 'words'>) {
  const sorted = [...scopes.filter(costsMoney), ...scopes.filter((one) => !costsMoney(one))].map(
    (scope) => words[scope],
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
