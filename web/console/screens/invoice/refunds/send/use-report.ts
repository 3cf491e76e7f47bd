// The report of the transfer that a wallet has sent for a refund.
import { useQueryClient } from '@tanstack/react-query';
import type { Refund } from '../../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../../browser/api.ts';
import { type Act, useAct } from '../../../../browser/use-act.ts';
import { refundQuery } from '../refund-queries.ts';

export function useReport(refund: Pick<Refund, 'id' | 'invoice_id'>): Act<string> {
  const client = useQueryClient();
  return useAct<string, Refund>({
    act: (hash) => api.post(`/refund/${refund.id}/hash`, { hash }),
    refreshes: [['invoice', refund.invoice_id], ['refunds']],
    showsProblem: true,
    // At once, so that the transfer cannot be requested a second time.
    done: (answer) => client.setQueryData(refundQuery(refund).queryKey, answer),
  });
}
