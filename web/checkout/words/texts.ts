// What the texts of a language are made of.

/** One form for each kind of plural that the language has, as Intl.PluralRules names them. */
export type PluralForms = { readonly other: string } & { readonly [kind in Intl.LDMLPluralRule]?: string };

/** The texts of a language, grouped by where they stand. */
export type Texts = { readonly [group: string]: { readonly [name: string]: string | PluralForms } };
