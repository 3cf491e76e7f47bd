// The words of BTCPay Greenfield. Source: InvoiceStatus, InvoiceExceptionStatus and WebhookEventType of its API.
export const greenfieldWords = {
  name: 'BTCPay Greenfield',
  query: {
    field: 'status',
    values: {
      ...{
        open: 'New',
        confirming: 'Processing',
        partially_paid: 'New',
        expired: 'Expired',
        expired_in_part: 'Expired',
      },
      ...{ paid: 'Settled', overpaid: 'Settled', paid_late: 'Settled', settled_manually: 'Settled' },
      ...{ partially_refunded: 'Settled', refunded: 'Settled' },
      ...{ reversed: 'Invalid', reversed_in_part: 'Invalid', canceled: 'Invalid' },
    },
    qualifier: {
      field: 'additionalStatus',
      usual: 'None',
      values: {
        ...{
          partially_paid: 'PaidPartial',
          expired_in_part: 'PaidPartial',
          overpaid: 'PaidOver',
          paid_late: 'PaidLate',
        },
        ...{ settled_manually: 'Marked', canceled: 'Marked', reversed: 'Invalid', reversed_in_part: 'Invalid' },
      },
    },
  },
  notification: {
    field: 'type',
    values: {
      'invoice.created': 'InvoiceCreated',
      'transaction.detected': 'InvoiceReceivedPayment',
      'transaction.succeeded': 'InvoicePaymentSettled',
      'invoice.paid': 'InvoiceSettled',
      'invoice.expired': 'InvoiceExpired',
      'invoice.canceled': 'InvoiceInvalid',
      'invoice.reversed': 'InvoiceInvalid',
    },
    special: { confirming: ['InvoiceReceivedPayment', 'InvoiceProcessing'] },
  },
} as const;
