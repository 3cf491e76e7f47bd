// The texts of embed.js: its own messages, and some of the checkout.
import type { Messages } from '../../../src/core/words/generated/messages.ts';
import type { WordsOf } from '../../../src/core/words/message.ts';

/** Messages of the checkout, by their names in embed.js: group and name. */
export const checkoutMessages = {
  payment: ['page', 'untitled'],
  lost: ['page', 'connectionLost'],
  confirming: ['page', 'titleConfirming'],
  paid: ['page', 'titlePaid'],
  title: ['awaiting', 'title'],
  priceHolds: ['awaiting', 'priceHolds'],
  code: ['instructions', 'code'],
  addressCode: ['instructions', 'addressCode'],
  plainCode: ['instructions', 'plainCode'],
  amountCode: ['instructions', 'amountCode'],
  amountCodeHint: ['instructions', 'amountCodeHint'],
  openApp: ['instructions', 'openApp'],
  amount: ['instructions', 'amount'],
  address: ['instructions', 'address'],
  sendOnly: ['instructions', 'sendOnly'],
  plainAccount: ['instructions', 'plainAccount'],
  copy: ['instructions', 'copy'],
  copied: ['instructions', 'copied'],
  copyFailed: ['instructions', 'copyFailed'],
  theAmount: ['instructions', 'theAmount'],
  theAddress: ['instructions', 'theAddress'],
  codeOfAll: ['frame', 'check'],
  openAlone: ['frame', 'openAlone'],
  notFound: ['closed', 'notFound'],
  notShown: ['closed', 'unreachable'],
} as const satisfies Readonly<Record<string, CheckoutMessage>>;

type Checkout = Messages['checkout'];
type CheckoutMessage = { [Group in keyof Checkout]: readonly [Group, keyof Checkout[Group]] }[keyof Checkout];

type Shared = typeof checkoutMessages;
type SharedPlaces = {
  readonly [Name in keyof Shared]: Shared[Name] extends readonly [infer Group extends keyof Checkout, infer Message]
    ? Checkout[Group][Message & keyof Checkout[Group]]
    : never;
};

/** The places of all messages, as one group. */
export interface EmbedMessages {
  readonly shopPage: Messages['embed']['shopPage'] & SharedPlaces;
}

export type EmbedWords = WordsOf<EmbedMessages>['shopPage'];
