// What a language's texts of payment links, the counter and mails are made of: those of English.
import type { en } from './en.ts';

/** By group and name. */
export type ShopTexts = {
  readonly [G in keyof typeof en]: { readonly [N in keyof (typeof en)[G]]: string };
};
