// A row that was changed outside the service.
export interface Finding {
  readonly appId: string;
  readonly subjectType:
    | 'address'
    | 'transaction'
    | 'member'
    | 'app'
    | 'payment_link'
    | 'app_cryptocurrency'
    | 'payout_change'
    | 'invoice'
    | 'credit'
    | 'transfer'
    | 'payment_claim'
    | 'refund'
    | 'refund_psbt'
    | 'slug_change'
    | 'event';
  readonly subjectId: string;
}
