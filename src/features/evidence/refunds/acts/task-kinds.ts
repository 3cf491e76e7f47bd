// The kinds of the tasks that follow refunds.

/** Runs for an expected transfer that changed. */
export const refundTaskKind = 'refund';
/** Runs for a refund that was sent, canceled or taken back, and sets how long its transfers are looked for. */
export const watchTaskKind = 'refund_watches';
