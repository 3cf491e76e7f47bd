// Limits on the invoices that visitors of an app's payment links and counters may create, so that one visitor does not
// block others.

/** Invoices requested at the pages of one app, including this one. */
export interface VisitorCounts {
  /** By this visitor, in the current minute and hour. */
  readonly ofVisitor: { readonly minute: number; readonly hour: number };
  /** By all visitors in the current minute, without the requests that exceeded a visitor's own limit. */
  readonly ofApp: number;
  /** The address is private, so it may belong to a proxy with many callers behind it. */
  readonly isInHouse: boolean;
}

/** Enough for a busy till, or for many people behind one address: one invoice every two seconds. */
const mostOfVisitor = 30;
/** By all visitors in a minute. Above it, each visitor may make only a few. */
const mostOfApp = 300;
/** In an hour, by one visitor of an app that is above its limit. */
const mostInCrowd = 3;

/** While an app is above its limit, only visitors who made many invoices are refused. */
export function mayMakeInvoice({ ofVisitor, ofApp, isInHouse }: VisitorCounts): boolean {
  if (ofVisitor.minute > mostOfVisitorFor(isInHouse)) return false;
  return isInHouse || ofApp <= mostOfApp || ofVisitor.hour <= mostInCrowd;
}

/** Invoices that one visitor may request in a minute. */
export function mostOfVisitorFor(isInHouse: boolean): number {
  return isInHouse ? mostOfApp : mostOfVisitor;
}

/** The count, out of `most`, at which the merchant is warned: four fifths. */
export function nearlyFull(most: number): number {
  return Math.ceil((most * 4) / 5);
}

export function isNearlyCrowded(ofApp: number): boolean {
  return ofApp >= nearlyFull(mostOfApp);
}
