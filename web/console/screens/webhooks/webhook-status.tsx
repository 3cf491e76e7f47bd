// The state of an endpoint as badges: enabled, failing, disabled and why, and whether its secret is being rotated.
import { Group } from '@mantine/core';
import type { Webhook } from '../../../../sdk/typescript/src/generated/api.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { measure } from '../../words/figures.ts';
import { words } from '../../words/words.ts';
import { isRotating } from './webhook-queries.ts';

export function WebhookStanding({ webhook }: { readonly webhook: Webhook }) {
  return (
    <Group gap={6}>
      {webhook.enabled ? (
        webhook.failing_since === null ? (
          <StatusBadge status="enabled" />
        ) : (
          <StatusBadge status="failing" />
        )
      ) : (
        <StatusBadge status="disabled" />
      )}
      {isRotating(webhook, Date.now()) ? (
        <StatusBadge status="rotating" name={words.webhooks.twoSecrets} tone="moving" />
      ) : null}
    </Group>
  );
}

/** The reason why it is disabled, and the remedy. */
export function whyDisabled(reason: string | null): string {
  const { by_owner, gone, failing, tampered } = words.disabledReasons;
  const reasons: Readonly<Record<string, string>> = {
    by_owner,
    gone: gone({ status: '410' }),
    failing: failing({ days: measure(5, 'day') }),
    tampered,
  };
  return reasons[reason ?? ''] ?? words.disabledReasons.other;
}
