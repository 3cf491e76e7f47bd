// Compares what two requests say of one order. A part that either leaves out counts as the same.
import { readCaption } from './caption.ts';
import { type OrderLine, plainPrice } from './order-lines.ts';

interface Person {
  readonly email?: string | null;
  readonly name?: string | null;
}

/** E-mail addresses are compared in any case. */
export function isSameCustomer(one: Person, other: Person): boolean {
  return isSameText(one.email?.toLowerCase(), other.email?.toLowerCase()) && isSameText(one.name, other.name);
}

/** Line by line: name, quantity and price, however many digits the price is written with. */
export function isSameLines(some: readonly OrderLine[], others: readonly OrderLine[]): boolean {
  if (some.length === 0 || others.length === 0) return true;
  if (some.length !== others.length) return false;
  return some.every((line, index) => isSameLine(line, others[index] as OrderLine));
}

function isSameLine(one: OrderLine, other: OrderLine): boolean {
  const isSamePrice = plainPrice(one.price, 0) === plainPrice(other.price, 0);
  return one.quantity === other.quantity && isSameText(one.name, other.name) && isSamePrice;
}

/** Texts of invoices from before captions were tidied are tidied to compare. */
function isSameText(one: string | null | undefined, other: string | null | undefined): boolean {
  const [text, otherText] = [one, other].map((each) => readCaption(each, { most: 255 }).text);
  return text === null || otherText === null || text === otherText;
}
