// The notices of a refund: another amount, a removed or reported transfer, the link for the customer.
import { Alert, Stack, Text } from '@mantine/core';
import type { Refund } from '../../../../../sdk/typescript/src/generated/api.ts';
import { Coin } from '../../../parts/money.tsx';
import { joined } from '../../../words/text-with-elements.ts';
import { words } from '../../../words/words.ts';
import { isReported, wasRemoved } from './refund-queries.ts';

export interface RefundNoticesProps {
  readonly refund: Refund;
  /** The customer's e-mail address that gets the link; null if none does. */
  readonly mailedTo: string | null;
}

export function RefundNotices({ refund, mailedTo }: RefundNoticesProps) {
  return (
    <Stack gap="xs" mt="sm">
      <DiffersNotice refund={refund} />
      <RemovedNotice refund={refund} />
      {refund.sent_after_cancellation === true ? (
        <Alert color="amber" variant="light">
          {words.refunds.afterCancel}
        </Alert>
      ) : null}
      {isReported(refund) ? (
        <Alert color="blue" variant="light">
          {words.refunds.reported} {words.refunds.reportedMore}
        </Alert>
      ) : null}
      {refund.status === 'awaiting_address' ? (
        <Text>
          {mailedTo === null
            ? words.refunds.askCustomer
            : joined(words.refunds.askMailed({ email: <bdi>{mailedTo}</bdi> }))}
        </Text>
      ) : null}
    </Stack>
  );
}

interface NoticeProps {
  readonly refund: Refund;
}

/** Draws nothing unless another amount came. */
export function DiffersNotice({ refund }: NoticeProps) {
  const { cryptocurrency: symbol, amount, sent_amount: sent } = refund;
  if (!refund.amount_differs || sent == null || amount === null) return null;
  const coins = (units: string) => <Coin amount={units} symbol={symbol} />;
  return (
    <Alert color="amber" variant="light">
      {joined(words.refunds.differs({ sent: coins(sent), amount: coins(amount) }))} {words.refunds.differsMore}
    </Alert>
  );
}

/** Draws nothing unless a reorg removed the transfer. */
export function RemovedNotice({ refund }: NoticeProps) {
  if (!wasRemoved(refund)) return null;
  return (
    <Alert color="amber" variant="light">
      {words.refunds.removed}
    </Alert>
  );
}
