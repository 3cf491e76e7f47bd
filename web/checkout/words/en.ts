// Every text that a customer reads on the checkout page, in English. A place to fill is written {so}; a text that
// depends on a number has one form for every kind of plural. All other languages have the same texts.
import type { Texts } from './texts.ts';

export const en = {
  page: {
    opening: 'Opening your payment…',
    titlePay: 'Pay {total}',
    titlePaid: 'Paid',
    titleAccepted: 'Accepted',
    titleExpired: 'Expired',
    titleCanceled: 'Canceled',
    titleConfirming: 'Confirming',
    titleSent: 'Payment sent',
    titleFailed: 'Payment failed',
    titlePartPaid: 'Part paid',
    connectionLost:
      'The payment service does not answer, so this page may be out of date. It reconnects by itself. ' +
      'A payment you have sent is not lost.',
    offline:
      'You are offline, so this page may be out of date. It goes on as soon as you are back. ' +
      'A payment you have sent is not lost.',
    testTitle: 'Test payment.',
    test: 'Coins on a test network have no value. Never send real ones.',
    support: 'The merchant can be reached at {contact}.',
  },
  /** What a screen reader is told when the state changes. */
  announced: {
    paid: 'Payment complete.',
    accepted: 'The merchant has accepted your payment. You may leave this page.',
    canceled: 'This invoice was canceled.',
    expired: 'The time to pay this invoice is over.',
    awaiting: 'Waiting for {amount} {coin}.',
    confirming: 'Payment seen. {progress}',
    partMissing: 'A part is still to be paid.',
    partPaid: 'A part is paid.',
    sent: 'Payment sent. Waiting for {network} to show it.',
    choosing: 'Choose how to pay.',
    choosingAgain: 'The last attempt ended. Choose how to pay.',
  },
  receipt: {
    label: 'Order',
    reference: 'Order {reference}',
    total: 'Total',
    stamp: 'Paid',
    paid: 'Paid',
    pending: 'Being confirmed',
    due: 'Still to pay',
    items: { one: '{count} item', other: '{count} items' },
    discount: 'Discount',
    shipping: 'Shipping',
    tax: 'Tax',
  },
  choosing: {
    title: 'Pay {amount}',
    loading: 'Loading the ways to pay…',
    noOffer: 'The merchant offers no coin for this amount yet. Please ask the merchant.',
    noNetwork: 'None of the networks can be reached right now. This page tries again by itself.',
    offers: 'Coin and network',
    onNetwork: 'on {network}',
    networks: { one: '{count} network', other: '{count} networks' },
    more: 'More coins',
    unavailable: 'Unavailable',
    about: '≈ {amount}',
    payWith: 'Pay with {wallet}',
    answerIn: 'Answer in {wallet}…',
    gettingPrice: 'Getting your price…',
  },
  awaiting: {
    title: 'Send {amount} on {network}',
    priceHolds: 'This price holds for {time}',
    replaced:
      'The payment that was seen here was replaced before it was mined, and what took its place does not pay this ' +
      'invoice. Nothing of it has arrived.',
    networkAway:
      '{network} cannot be watched right now, so your payment will show here with a delay. It will not be lost.',
    noAddress: 'The address for this payment cannot be confirmed. Do not send anything; ask the merchant.',
    sent: 'Sent. Waiting for {network} to show it ({hash}).',
    waiting: 'Waiting for your payment. You may close this page; it is found anyway.',
  },
  /** The tabs below the amount. */
  ways: {
    title: 'How do you pay?',
    app: 'Wallet app',
    exchange: 'Exchange',
    browser: 'This browser',
    withdraw: 'Withdraw {coin} and choose the network {network}.',
    addFee: 'Make sure that {amount} arrives: add your exchange’s fee.',
    sentIt: 'Already sent? Your exchange shows the hash as TxID.',
    noWallet: 'No wallet for {network} was found in this browser.',
  },
  instructions: {
    code: 'Payment code for {amount} {coin}',
    addressCode: 'Code of the address',
    plainCode: 'Code without amount',
    amountCode: 'Code with amount',
    amountCodeHint: 'Not every wallet reads this code. Check coin, amount and address before you send.',
    openApp: 'Open in a wallet app',
    openIn: 'Open in {wallet}',
    amount: 'Exactly this amount',
    address: 'To this address',
    sendOnly: 'Send only {thisCoin} on {network}. Anything else does not arrive.',
    contractTitle: 'Token contract',
    plainAccount:
      'Pay from a plain account: what a smart wallet, or a batch of an exchange, sends through a contract is not seen ' +
      'here by itself.',
    contractLater:
      'What a smart wallet, or a batch of an exchange, sends through a contract is seen here too, a little later.',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Select it',
    /** Follows `copy`, for screen readers only. */
    theAmount: 'the amount',
    theAddress: 'the address',
    theText: 'the text to sign',
  },
  changeCoin: {
    title: 'Pay in another way',
    onlyIf: 'Only if you have {notSent}. If you have, stay here and wait.',
    notSent: 'not sent anything yet',
    stay: 'Stay here',
    closing: 'Closing this attempt…',
    again: 'I have not sent, choose again',
  },
  nothingShows: {
    title: 'I have paid, but nothing shows',
    normal: 'A payment shows here once {network} has taken it up. That can take minutes, longer from an exchange.',
    normalMore: 'You need not keep this page open. Your payment is found even after the price has run out.',
    stillNothing: 'Still nothing? Ask the merchant, and give them the transaction hash and this number: {number}',
  },
  claim: {
    label: 'Transaction hash, as your wallet or exchange shows it',
    enter: 'Enter the hash first.',
    noted:
      'Noted. It shows here by itself once it can be told to be yours; if it cannot, the merchant sees what you said.',
    prove: 'To prove it now, sign this text with the wallet that sent it:',
    signature: 'Its signature',
    find: 'Find my payment',
    enterSignature: 'Enter the signature first.',
    send: 'Send',
    looking: 'Looking for it…',
  },
  expiredQuote: {
    again: 'Get a new price in {coin}',
    replaced:
      'Your payment was replaced before it was mined by one that does not pay here, and the price in {coin} ran out.',
    ranOut: 'The price in {coin} ran out. If you have already sent it, do not send it again: this page will show it.',
  },
  confirming: {
    title: 'Payment seen',
    titlePart: 'Part of it was seen',
    covered: 'Your payment is on its way and being confirmed. You may close this page, the merchant will hear of it.',
    due: '{amount} is still to be paid.',
    missing:
      '{amount} {coin} less than asked for came. Exchanges and some wallets take their fee out of what they send.',
    payRest: 'Pay the rest',
    usually: 'Usually takes {time}.',
    unmined: 'Seen, waiting to be mined.',
    noBlock: 'Seen, waiting for a block.',
    solidified: 'Waiting for a solidified block.',
    final: 'Waiting for its block to be final.',
    /** `count` is how many are needed. */
    progress: { one: '{have} of {count} confirmation.', other: '{have} of {count} confirmations.' },
  },
  /** A payment that is known by its hash, and not counted yet. */
  sent: {
    title: 'Payment sent',
    more: 'Waiting for {network} to show it. Please do not pay again. You may close this page.',
    found: 'Payment found',
    foundMore: 'It has arrived, but not as it was asked for. The merchant decides, and sees what you said.',
    prove: 'Prove that it is yours',
    showAgain: 'Show how to pay again',
    /** Follows `copy`, for screen readers only. */
    theHash: 'the transaction hash',
  },
  partlyPaid: {
    title: 'Paid {paid}, {left} left',
    more: 'Pay the rest in the same coin or in another one.',
  },
  failed: {
    title: 'Your payment did not arrive',
    titleReorged: 'Your payment was taken back',
    onChain: 'It failed on {network}: nothing was moved, only the network’s fee was spent.',
    doubleSpent: 'Its coins were spent by another payment.',
    rejected: '{network} did not accept it.',
    reorged: '{network} replaced the block that it was in.',
    next: 'You can pay again.',
    nextReorged: 'It usually comes back within minutes and then counts by itself. If it does not, pay again.',
    payAgain: 'Pay again',
  },
  /** Something came that pays nothing by itself. */
  came: {
    saw: 'We saw {amount} {coin} on {network}.',
    wrongCoin: 'This invoice asks for {coin}.',
    wrongNetwork: 'This invoice asks for it on {network}.',
    late: 'It came after the time to pay was over.',
    canceled: 'It came after this invoice was canceled.',
    unclear: 'It is not certain which invoice it pays.',
    told: 'The merchant has been told and can accept or return it.',
    notAgain: 'Please do not send it again.',
    perhaps: 'A payment came that may be yours.',
    perhapsNext:
      'It is not what was asked for here. If you have paid, enter its transaction hash, so that the merchant knows ' +
      'it is yours.',
    look: 'See it on the network',
  },
  /** Whom to ask. */
  ask: {
    merchant: 'Ask the merchant',
    number: 'Invoice number',
    /** Follows `copy`, for screen readers only. */
    theNumber: 'the invoice number',
  },
  payments: {
    title: { one: 'Your payment', other: 'Your payments' },
    onNetwork: 'on {network}',
    newTab: '(opens a block explorer in a new tab)',
    confirmed: 'Confirmed',
    rejected: 'Did not arrive',
    canceled: 'Canceled',
  },
  closed: {
    paid: 'Paid, thank you',
    settled: 'The merchant has accepted this invoice as paid. Nothing more is to be done.',
    arrived: '{amount} has arrived and is confirmed. Nothing more is to be done.',
    overpaid: 'You paid {amount} more than was owed. Ask the merchant to send it back, and give this number.',
    paidLate: 'It came late, and the merchant has accepted it.',
    receipt: 'Show the receipt',
    returning: 'You go back to the shop in {seconds} s.',
    stay: 'Stay here',
    another: 'Another payment of yours is still being confirmed.',
    back: 'Return to the merchant',
    accepted: 'Payment accepted',
    acceptedMore:
      'The merchant has accepted your payment and waits for its confirmation without you. Nothing more is to be done; ' +
      'you may leave this page.',
    expired: 'The time to pay is over',
    expiredUnpaid: 'Please do not send anything any more. Ask the merchant for a new invoice.',
    expiredPart:
      '{amount} arrived in time, and the merchant knows. Please send no more; ask the merchant how to go on.',
    expiredSent: 'If you have already sent a payment, it will still be found and shown here.',
    expiredSeen: 'A payment of yours was seen and is being confirmed:',
    canceled: 'This invoice was canceled',
    canceledMore: 'Please do not send anything. If you already have, contact the merchant.',
    notFound: 'No invoice here',
    notFoundMore: 'This address leads to no invoice. Check that the link from the merchant is complete.',
    unreachable: 'This cannot be shown right now',
    tryAgain: 'Try again',
  },
  /** Where a shop holds this page within its own, and what keeps the address from being swapped there. */
  frame: {
    check: 'Address check:',
    checkPurpose: 'A shop that holds this page within its own shows the same groups there. If they differ, do not pay.',
    alone: 'Does your wallet not answer here?',
    openAlone: 'Open this payment by itself',
  },
  faults: {
    unreachable: 'The payment service cannot be reached. Check your connection.',
    unexpected: 'This did not work. Try again in a minute, or ask the merchant.',
    again: 'The payment service is busy or being repaired. Try again in a minute.',
    rate: 'There is no fresh price for this coin right now. Try again in a minute, or choose another coin.',
    noAddress: 'No address can be given for this coin right now. Choose another coin, or ask the merchant.',
    notOffered: 'The merchant does not take this coin for this invoice. Choose another one.',
    notPayable: 'This invoice takes no more payments.',
    tooMany: 'Too many attempts are open for this invoice. Pay one that is open, or ask the merchant.',
    tooFast: 'That was a lot at once. Wait a minute, then try again.',
    notCancelable: 'A payment was seen already, so this attempt stays open.',
    address: 'This is not an address on this network. Check it, and try again.',
    gone: 'This is no longer there. Reload the page.',
    notAHash: 'This is not a transaction hash of this network. Copy it whole from your wallet or exchange.',
    unknownHash: 'The network does not know this hash. Check it, and the network you sent on.',
    paysNothing: 'This transaction moved nothing to the address of this payment.',
    anothers: 'This transaction already belongs to another payment.',
    failedOnChain: 'This transaction failed on the network: nothing moved.',
    tooManyHashes: 'That were too many hashes for one payment. Ask the merchant.',
    signature: 'This is not a signature of the address that sent the payment.',
  },
  /** What a browser wallet refused. */
  wallet: {
    declined: 'You declined in {wallet}. Nothing was sent.',
    busy: '{wallet} is already waiting for your answer. Open it to go on.',
    locked: '{wallet} is locked, or shares no account with this page.',
    noAccount: '{wallet} shares no account with this page.',
    noAnswer: '{wallet} did not say whether it sent the payment.',
    otherNetwork:
      '{wallet} is not on {network} (chain {chain}). Choose or add this network in the wallet, then try again.',
    unknownNetwork: '{wallet} does not know this network.',
    failed: '{wallet} could not do this.',
    failedWhy: '{wallet} could not do this: {why}',
  },
} as const satisfies Texts;
