// The operations on payment links.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { createPaymentLink } from './create-payment-link.ts';
import { deletePaymentLink } from './delete-payment-link.ts';
import { getPaymentLink } from './get-payment-link.ts';
import { listPaymentLinks } from './list-payment-links.ts';
import { updatePaymentLink } from './update-payment-link.ts';

export function paymentLinkRoutes(instance: Instance): Operation[] {
  return [
    listPaymentLinks(instance),
    createPaymentLink(instance),
    getPaymentLink(instance),
    updatePaymentLink(instance),
    deletePaymentLink(instance),
  ];
}
