// The notices before a refund is sent: a removed transfer, another amount that came, the reason for no PSBT.
import { Alert } from '@mantine/core';
import type { Refund } from '../../../../../../sdk/typescript/src/generated/api.ts';
import { DiffersNotice, RemovedNotice } from '../refund-notices.tsx';
import { unsignedText } from './unsigned-text.ts';

export function SendNotices({ refund }: { readonly refund: Refund }) {
  const { unsigned_reason: reason } = refund;
  return (
    <>
      <RemovedNotice refund={refund} />
      <DiffersNotice refund={refund} />
      {reason == null ? null : (
        <Alert color={reason === 'no_extended_key' ? 'blue' : 'amber'} variant="light">
          {unsignedText(reason)}
        </Alert>
      )}
    </>
  );
}

/** Whether the service names no transfer at all, so that nothing may be sent now. */
export function isHeld({ payment_uri: link, unsigned_reason: reason }: Refund): boolean {
  return link == null && reason != null;
}
