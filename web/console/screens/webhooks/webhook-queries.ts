// The queries for webhooks, and the success rate of an endpoint.
import { queryOptions } from '@tanstack/react-query';
import type { Webhook, WebhookDelivery } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { number } from '../../words/figures.ts';
import { words } from '../../words/words.ts';

/** All endpoints of an app: there are at most 20. */
export const webhooksQuery = (appId: string) =>
  queryOptions({
    queryKey: ['webhooks', appId],
    queryFn: ({ signal }) => api.get<Webhook[]>('/webhooks', { app_id: appId, limit: 100 }, signal),
  });

/** A delivery in progress is due again a minute later, in case its worker stopped. */
const soonMillis = 65_000;
const askAgainMillis = 1500;
const askSeldomMillis = 20_000;

/** The newest hundred. Deliveries raise no event, so poll while one is due soon. */
export const deliveriesQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhook-deliveries', webhookId],
    queryFn: ({ signal }) => api.page<WebhookDelivery>(`/webhook/${webhookId}/deliveries`, { limit: 100 }, signal),
    refetchInterval: ({ state }) => (state.data?.items.some(isDueSoon) ? askAgainMillis : askSeldomMillis),
  });

function isDueSoon({ status, next_attempt_at: next }: WebhookDelivery): boolean {
  return status === 'pending' && next !== null && Date.parse(next) < Date.now() + soonMillis;
}

export interface Success {
  readonly succeeded: number;
  readonly of: number;
}

/** Counts deliveries that ended, or were attempted without success so far. */
export function successOf(deliveries: readonly WebhookDelivery[]): Success {
  const tried = deliveries.filter(({ status, attempts }) => status !== 'pending' || attempts > 0);
  return { succeeded: tried.filter(({ status }) => status === 'delivered').length, of: tried.length };
}

/** '0 of the last 85 deliveries succeeded'. */
export function successText({ succeeded, of }: Success): string {
  if (of === 0) return words.webhooks.nothingSent;
  return words.webhooks.successRate({ count: of, succeeded: number(succeeded) });
}

/** Whether the previous secret still signs too. */
export function isRotating(webhook: Webhook, now: number): boolean {
  return webhook.previous_secret_until !== null && Date.parse(webhook.previous_secret_until) > now;
}
