// The words of Coinbase Commerce. Source: the documentation of its charges and webhooks, and of its client libraries.
export const commerceWords = {
  name: 'Coinbase Commerce',
  query: {
    // The last entry of the timeline.
    field: 'status',
    values: {
      ...{ open: 'NEW', confirming: 'PENDING', partially_paid: 'PENDING', expired: 'EXPIRED', canceled: 'CANCELED' },
      ...{ paid: 'COMPLETED', overpaid: 'UNRESOLVED', paid_late: 'UNRESOLVED', settled_manually: 'RESOLVED' },
      ...{ partially_refunded: 'COMPLETED', refunded: 'COMPLETED' },
      ...{ reversed: 'UNRESOLVED', reversed_in_part: 'UNRESOLVED', expired_in_part: 'UNRESOLVED' },
    },
    qualifier: {
      field: 'context',
      usual: null,
      values: {
        ...{ overpaid: 'OVERPAID', paid_late: 'DELAYED', expired_in_part: 'UNDERPAID' },
        ...{ reversed: 'OTHER', reversed_in_part: 'OTHER' },
      },
    },
  },
  notification: {
    field: 'type',
    values: {
      'invoice.created': 'charge:created',
      'transaction.detected': 'charge:pending',
      'invoice.paid': 'charge:confirmed',
      'invoice.expired': 'charge:failed',
      'invoice.canceled': 'charge:failed',
    },
    validIn: {
      'transaction.detected': ['confirming', 'partially_paid'],
      'invoice.expired': ['expired', 'expired_in_part'],
      'invoice.canceled': ['canceled'],
    },
    special: { paid_late: 'charge:delayed', settled_manually: 'charge:resolved' },
  },
} as const;
