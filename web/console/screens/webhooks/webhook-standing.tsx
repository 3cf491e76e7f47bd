// How an endpoint stands, as badges: on, failing, switched off and why, and whether its secret is being changed.
import { Group } from '@mantine/core';
import type { Webhook } from '../../../../sdk/src/generated/api.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
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
      {isRotating(webhook, Date.now()) ? <StatusBadge status="rotating" name="Two secrets" tone="moving" /> : null}
    </Group>
  );
}

/** Why it is switched off, and what to do. */
export function whyDisabled(reason: string | null): string {
  return reasons[reason ?? ''] ?? 'It is switched off. Switch it on again when it should be told of payments.';
}

const reasons: Readonly<Record<string, string>> = {
  by_owner: 'Somebody of yours switched it off. What happens meanwhile is not sent; replay it once it is on again.',
  gone: 'It answered 410, which says that nobody is there any more. If somebody is, switch it on again and replay.',
  failing:
    'Nothing but failures for five days, so it is no longer called. Mend it, switch it on again, and replay what it ' +
    'missed.',
  tampered:
    'It was changed past this service, so nothing is sent there. Delete it, add it again, and notify the operator of ' +
    'this service.',
};
