// The effects that a change can have at a merchant's cost, and the rights that each needs.
import type { Permission } from '../access/team.ts';
import type { Scope } from '../access.ts';
import type { AppTokenAct } from '../app-settings.ts';

/** The gravest first. */
export const effects = [
  'money_elsewhere',
  'less_accepted',
  'payment_decided',
  'customers_elsewhere',
  'token_shown',
  'shop_stops',
  'access_changed',
] as const;
export type Effect = (typeof effects)[number];

export interface EffectTerms {
  /** The sentence after "It can", for the person who grants the right. */
  readonly words: string;
  /** A token with scopes needs this one too; null: the scope of the operation is enough. */
  readonly scope: Scope | null;
  /** A member's role needs this too; null: the permission of the operation is enough. */
  readonly permission: Permission | null;
  /** The app's own token needs this in `app_token_may`; null: the operation's own access is enough. */
  readonly appToken: AppTokenAct | null;
  /** On a production app, only a personal access token with an address range is accepted besides browsers. */
  readonly addressRange: boolean;
  /** The subject of the mail to the owners; null: no mail by itself. */
  readonly subject: string | null;
}

const plain = { scope: null, permission: null, appToken: null, addressRange: false, subject: null };

/** A browser session needs a recent proof of its person for every one of them. */
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
  payment_decided: {
    ...plain,
    words: 'decide which invoice a payment pays',
    scope: 'payments:assign',
    permission: 'assign',
    appToken: 'assign',
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
  /** A person or a program is let in or locked out; that person gets a mail of its own. */
  access_changed: { ...plain, words: 'let people and programs in, or lock them out' },
};
