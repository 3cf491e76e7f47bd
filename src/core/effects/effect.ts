// The effects of a change that can harm a merchant, and the rights that each effect needs.
import type { Permission } from '../access/team.ts';
import type { Scope } from '../access.ts';
import type { AppTokenAct } from '../app-settings.ts';

/** The most serious first. */
export const effects = [
  'money_elsewhere',
  'less_accepted',
  'payments_believed',
  'payment_decided',
  'refund_prepared',
  'customers_elsewhere',
  'token_shown',
  'shop_stops',
  'access_changed',
  'instance_changed',
] as const;
export type Effect = (typeof effects)[number];

export interface EffectTerms {
  /** The sentence after "It can", for the person who grants the right. */
  readonly words: string;
  /** The scope that a token needs in addition to the operation's own; null for none. */
  readonly scope: Scope | null;
  /** The permission that a member's role needs in addition to the operation's own; null for none. */
  readonly permission: Permission | null;
  /** The entry of `app_token_may` that the app's own token needs; null for none. */
  readonly appToken: AppTokenAct | null;
  /** On a production app, the caller must be a browser session or a personal access token with an address range. */
  readonly addressRange: boolean;
  /** The subject of the mail to the owners; null if the effect sends no mail of its own. */
  readonly subject: string | null;
}

const plain = { scope: null, permission: null, appToken: null, addressRange: false, subject: null };

/** A browser session needs a recent proof of its person for each of them. */
export const effectTerms: Readonly<Record<Effect, EffectTerms>> = {
  money_elsewhere: {
    ...plain,
    words: 'change where you are paid',
    scope: 'addresses:write',
    permission: 'addresses',
    addressRange: true,
    subject: 'Where your customers pay has changed',
  },
  less_accepted: {
    ...plain,
    words: 'make you accept less money, or none',
    scope: 'invoices:settle',
    permission: 'settle',
    appToken: 'settle',
    subject: 'Your shop accepts less than before',
  },
  /** A dishonest endpoint can invent payments. The operation itself mails all operators. */
  payments_believed: { ...plain, words: 'change which nodes are believed about payments' },
  payment_decided: {
    ...plain,
    words: 'decide which invoice a payment pays',
    scope: 'payments:assign',
    permission: 'assign',
    appToken: 'assign',
  },
  refund_prepared: {
    ...plain,
    words: 'prepare refunds for your wallet to send',
    scope: 'refunds:write',
    permission: 'refund',
    appToken: 'refund',
  },
  customers_elsewhere: {
    ...plain,
    words: 'change where your customers and their data are sent',
    subject: 'Where your customers are sent has changed',
  },
  token_shown: {
    ...plain,
    words: 'act as your shop with its token',
    scope: 'apps:token',
    permission: 'main_token',
  },
  shop_stops: {
    ...plain,
    words: 'switch off parts of your shop',
    subject: 'A part of your shop was switched off',
  },
  /** A person or a program gains or loses access. The affected person gets a separate mail. */
  access_changed: { ...plain, words: 'let people and programs in, or lock them out' },
  /** The operators get a separate mail. */
  instance_changed: { ...plain, words: 'change how the whole service runs' },
};
