// Changes of an app's receiving addresses, and an owner's decision about a pending one.
import { queryOptions } from '@tanstack/react-query';
import type { PayoutChange } from '../../../sdk/typescript/src/generated/api.ts';
import { api } from '../browser/api.ts';
import { useAct } from '../browser/use-act.ts';
import type { ConfirmProps } from '../parts/confirm.tsx';
import { words } from '../words/words.ts';

/** The newest changes; pending ones are among them. */
export const payoutChangesQuery = (appId: string) =>
  queryOptions({
    queryKey: ['payout-changes', appId],
    queryFn: ({ signal }) => api.get<PayoutChange[]>('/payout-changes', { app_id: appId, limit: 100 }, signal),
  });

/** Ends the delay of a change: it is stopped, or takes effect now. `done` runs after either. */
export function usePayoutDecision({ id, app_id }: PayoutChange, done: () => void = () => {}) {
  const refreshes = [
    ['payout-changes', app_id],
    ['app-addresses', app_id],
    ['attention', app_id],
  ];
  const stop = useAct({
    act: () => api.post(`/payout-change/${id}/stop`),
    said: words.payouts.stopped,
    refreshes,
    done,
  });
  const approve = useAct({
    act: () => api.post(`/payout-change/${id}/approve`),
    said: words.payouts.approved,
    refreshes,
    done,
  });
  return { stop, approve };
}

/** The confirmation before a pending address takes effect, on any screen. */
export const letThrough = (act: () => void): ConfirmProps['question'] => ({
  title: words.payouts.approveTitle,
  costs: words.payouts.approveMore,
  yes: words.payouts.approve,
  act,
});
