// The decisions about an invoice that the service would still accept.
import type { Invoice } from '../../../../sdk/typescript/src/generated/api.ts';
import { isZero } from '../../../checkout/rules/figures.ts';

export function isSettleable({ status }: Invoice): boolean {
  return status === 'open' || status === 'partially_paid' || status === 'expired';
}

export function isCancelable({ status, paid, pending }: Invoice): boolean {
  return status === 'open' && isZero(paid) && isZero(pending);
}
