// Explains payments and their reasons in sentences.
import { list } from '../words/figures.ts';
import { words } from '../words/words.ts';

/** `rule` is `matched_by`: the rule that tied a payment to an attempt. */
export function whyMatched(rule: string): string {
  return textOf(words.matches, rule) ?? words.evidence.matchedBy({ rule: plain(rule) });
}

/** `facts` support one attempt. */
export function supportWords(facts: readonly string[]): string {
  return list(
    facts.map((one) => textOf(words.support, one) ?? plain(one)),
    'conjunction',
  );
}

/** The reason why a payment needs a decision. */
export function whyWaiting(reason: string): string {
  return textOf(words.waiting, reason) ?? words.evidence.waitsFor({ reason: plain(reason) });
}

/** The reason why an attempt, or a payment, ended as it did. */
export function whyEnded(reason: string): string {
  return textOf(words.endings, reason) ?? plain(reason);
}

export interface Hindrance {
  readonly words: string;
  readonly to: string;
  /** Text of the link to `to`. */
  readonly act: string;
}

/** The reason why an invoice cannot be paid now, and the page that helps; null where it can be paid. */
export function hindrance(reason: string | null | undefined): Hindrance | null {
  const text = textOf(words.hindrances, reason ?? '');
  if (text === undefined) return null;
  const isAddress = reason === 'no_address';
  return {
    words: text,
    to: isAddress ? '/console/settings/addresses' : '/console/settings/coins',
    act: isAddress ? words.evidence.addAddress : words.evidence.viewCoins,
  };
}

/** Messages of these groups have the names that the API uses; a newer service may use more. */
function textOf(texts: object, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? (texts as Readonly<Record<string, string>>)[name] : undefined;
}

const plain = (name: string): string => name.replaceAll('_', ' ');
