// What webhooks are asked for with, and how well an endpoint takes what it is sent.
import { queryOptions } from '@tanstack/react-query';
import type { Webhook, WebhookDelivery } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { percent } from '../../words/figures.ts';
import { words } from '../../words/words.ts';

/** All of an app's endpoints: there are 20 at the most. */
export const webhooksQuery = (appId: string) =>
  queryOptions({
    queryKey: ['webhooks', appId],
    queryFn: ({ signal }) => api.get<Webhook[]>('/webhooks', { app_id: appId, limit: 100 }, signal),
  });

/** A delivery that is being tried is due again a minute later, in case whoever tries it is gone. */
const soonMillis = 65_000;
const askAgainMillis = 1500;
const askSeldomMillis = 20_000;

/** The newest hundred. While one is about to be tried they are asked for every moment: no event tells of them. */
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
  readonly taken: number;
  readonly of: number;
}

/** Of those that came to an end, or were tried and not taken yet. */
export function successOf(deliveries: readonly WebhookDelivery[]): Success {
  const tried = deliveries.filter(({ status, attempts }) => status !== 'pending' || attempts > 0);
  return { taken: tried.filter(({ status }) => status === 'delivered').length, of: tried.length };
}

/** '98 %'; rounded down, so that 100 means all of them. */
export function successText({ taken, of }: Success): string {
  if (of === 0) return words.webhooks.nothingSent;

  return words.webhooks.successRate({ count: of, percent: percent(Math.floor((taken * 100) / of) / 100) });
}

/** Whether a secret of before still signs beside the new one. */
export function isRotating(webhook: Webhook, now: number): boolean {
  return webhook.previous_secret_until !== null && Date.parse(webhook.previous_secret_until) > now;
}
