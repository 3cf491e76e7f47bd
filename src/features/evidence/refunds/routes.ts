// The operations on refunds.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { acceptRefund } from './accept-refund.ts';
import { cancelRefund } from './cancel-refund.ts';
import { createRefund } from './create-refund.ts';
import { getRefund } from './get-refund.ts';
import { listRefunds } from './list-refunds.ts';
import { prepareRefundBatch } from './psbt/prepare-refund-batch.ts';
import { reportRefundHash } from './report-refund-hash.ts';
import { updateRefund } from './update-refund.ts';

export function refundRoutes(instance: Instance): Operation[] {
  return [
    listRefunds(instance),
    createRefund(instance),
    getRefund(instance),
    updateRefund(instance),
    cancelRefund(instance),
    reportRefundHash(instance),
    acceptRefund(instance),
    prepareRefundBatch(instance),
  ];
}
