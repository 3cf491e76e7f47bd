// The refunds of an invoice, the newest first.
import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Invoice } from '../../../../../sdk/typescript/src/generated/api.ts';
import { useMayRefund } from '../../../evidence/may-refund.ts';
import { NotAnswered } from '../../../parts/screen.tsx';
import { words } from '../../../words/words.ts';
import { useMailedTo } from './mailed-to.ts';
import { RefundCard } from './refund-card.tsx';
import { refundsQuery } from './refund-queries.ts';

/** Draws nothing for an invoice without refunds. */
export function RefundsSection({ invoice }: { readonly invoice: Invoice }) {
  const mayRefund = useMayRefund(invoice.app_id);
  const mailedTo = useMailedTo(invoice);
  const { data: refunds, error, refetch } = useQuery(refundsQuery(invoice.id));
  if (refunds === undefined && error === null) return null;
  if (refunds?.length === 0) return null;
  return (
    <section className="sheet" data-row aria-labelledby="refunds-of">
      <Title order={2} id="refunds-of" mb="md">
        {words.refunds.title}
      </Title>
      {refunds === undefined ? (
        <NotAnswered error={error as Error} again={() => void refetch()} />
      ) : (
        <Stack gap="md">
          {refunds.map((refund) => (
            <RefundCard key={refund.id} refund={refund} mayRefund={mayRefund} mailedTo={mailedTo} />
          ))}
        </Stack>
      )}
    </section>
  );
}
