// Compares the order details of two requests. A detail that is missing in either request counts as equal.
import { readCaption } from './caption.ts';
import { type OrderLine, plainPrice } from './order-lines.ts';

interface Person {
  readonly email?: string | null;
  readonly name?: string | null;
}

/** E-mail addresses are compared without case. */
export function isSameCustomer(one: Person, other: Person): boolean {
  return isSameText(one.email?.toLowerCase(), other.email?.toLowerCase()) && isSameText(one.name, other.name);
}

/** Compares name, quantity and price of each line. Trailing zeros of prices are ignored. */
export function isSameLines(some: readonly OrderLine[], others: readonly OrderLine[]): boolean {
  if (some.length === 0 || others.length === 0) return true;
  if (some.length !== others.length) return false;
  return some.every((line, index) => isSameLine(line, others[index] as OrderLine));
}

function isSameLine(one: OrderLine, other: OrderLine): boolean {
  const isSamePrice = plainPrice(one.price, 0) === plainPrice(other.price, 0);
  return one.quantity === other.quantity && isSameText(one.name, other.name) && isSamePrice;
}

/** Older invoices hold captions that were not cleaned, so both texts are cleaned first. */
function isSameText(one: string | null | undefined, other: string | null | undefined): boolean {
  const [text, otherText] = [one, other].map((each) => readCaption(each, { most: 255 }).text);
  return text === null || otherText === null || text === otherText;
}
