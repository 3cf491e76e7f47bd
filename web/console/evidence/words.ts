// Why a payment is where it is, in sentences for the person who has to explain it.

/** `matched_by`: which rule tied a payment to an attempt. */
const matches: Readonly<Record<string, string>> = {
  address: 'It came to an address that was given out for this attempt alone.',
  amount: 'It is exactly the amount that this attempt was quoted, and no other open quote at this address has it.',
  hash: 'It is the chain transaction that was already seen paying this attempt, before it was mined.',
  signature: 'The sender signed that it pays this attempt.',
  lease: 'It came to an address that was lent to this attempt alone at that time.',
  sender: 'It came from the sender whom this attempt named before the payment was seen, and nothing spoke against it.',
  merchant: 'Somebody of your team said that it is for this invoice.',
  claim: 'The customer named this chain transaction, and its amount is exactly what was quoted.',
};

export function whyMatched(rule: string): string {
  return matches[rule] ?? `It was matched by ${rule.replaceAll('_', ' ')}.`;
}

/** `speaks`: what is known in favour of one attempt. Each completes "In its favour: …". */
const speaking: Readonly<Record<string, string>> = {
  address: 'the address was given to this attempt',
  amount: 'the amount is exactly what was quoted',
  near_amount: 'the amount is close to what was quoted',
  sender: 'it came from the sender that the customer named',
  signature: 'the sender signed for it',
};

export function whatSpeaks(speaks: readonly string[]): string {
  return speaks.map((one) => speaking[one] ?? one.replaceAll('_', ' ')).join(', and ');
}

/** Why a payment waits for the merchant. */
const waiting: Readonly<Record<string, string>> = {
  unknown: 'No quote in this coin at this address fits it: neither the amount nor the sender.',
  ambiguous: 'It could be for more than one invoice, and nobody guesses with your money.',
  wrong_asset: 'Another coin came than the invoice asked for.',
  wrong_network: 'It came on another network than the address was shown for.',
  invoice_canceled: 'It is for an invoice that was canceled.',
  held: 'It came late, and this shop keeps late payments back for you to decide.',
  short_delivery: 'The token delivered less than its transfer says.',
  selfdestruct: 'It came without having been sent by a call, so nothing tells who paid.',
  unproved_call: 'Only the balance of the address tells of it; nothing proves that somebody sent it.',
  asset_stopped: 'The contract of this token contradicts what is known of it, so it is not counted.',
  address_blocked: 'The issuer of this token has blocked your address: it may not be yours to move.',
  out_of_range: 'It is more than any book holds.',
  undecided: 'Deciding about it failed. The operator finds the cause in the log.',
};

export function whyWaiting(reason: string): string {
  return waiting[reason] ?? `It waits because of: ${reason.replaceAll('_', ' ')}.`;
}

/** Why an attempt, or a payment, ended as it did. */
const endings: Readonly<Record<string, string>> = {
  requested: 'It was given up.',
  expired: 'Its time ran out and nothing was seen.',
  superseded: 'The customer began anew; this one was replaced.',
  address_lost: 'Its address is another owner’s now.',
  failed_on_chain: 'The payment failed on the chain: nothing came.',
  double_spent: 'The sender spent the same money elsewhere: nothing came.',
  reorged: 'The chain took its block back: the payment is gone.',
  late: 'It came when no attempt was open.',
};

export function whyEnded(reason: string): string {
  return endings[reason] ?? reason.replaceAll('_', ' ');
}

/** Why nobody can pay an invoice right now, and what to do. */
const hindrances: Readonly<Record<string, { words: string; to: string; act: string }>> = {
  no_coin: {
    words: 'Customers cannot pay it yet: no coin is switched on.',
    to: '/console/settings/coins',
    act: 'Switch on a coin',
  },
  no_address: {
    words: 'Customers cannot pay it yet: there is no address to receive at.',
    to: '/console/settings/addresses',
    act: 'Add an address',
  },
  below_minimum: {
    words: 'The total is less than a wallet can send in any of the coins.',
    to: '/console/settings/coins',
    act: 'Look at the coins',
  },
  no_rate: {
    words: 'Customers cannot pay it now: no source has a fresh rate for its currency. If that lasts, ask the operator.',
    to: '/console/settings/coins',
    act: 'Look at the coins',
  },
  network_away: {
    words: 'Customers cannot pay it now: the network does not answer. It goes on by itself once it does.',
    to: '/console/settings/coins',
    act: 'Look at the networks',
  },
};

export function hindrance(reason: string | null | undefined) {
  return reason === null || reason === undefined ? null : (hindrances[reason] ?? null);
}
