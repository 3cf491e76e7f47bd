// How much the visitors of an app's payment links and counters may make, so that one takes no place of others.

/** Invoices that were asked for at the pages of one app, this one included. */
export interface VisitorCounts {
  /** By this visitor, in this minute and in this hour. */
  readonly ofVisitor: { readonly minute: number; readonly hour: number };
  /** By all visitors in this minute, without the requests that a visitor's own bound refused. */
  readonly ofApp: number;
  /** The address is private, so that all callers behind a proxy may have it. */
  readonly isInHouse: boolean;
}

/** A busy till, or a crowd behind one address: one invoice every two seconds. */
const mostOfVisitor = 30;
/** By all visitors in a minute, before each may make few. */
const mostOfApp = 300;
/** In an hour, by a visitor of an app that is crowded. */
const mostInCrowd = 3;

/** Above its bound an app is crowded. Then only visitors who made many invoices are refused, so that others go on. */
export function mayMakeInvoice({ ofVisitor, ofApp, isInHouse }: VisitorCounts): boolean {
  if (ofVisitor.minute > mostOfVisitorFor(isInHouse)) return false;
  return isInHouse || ofApp <= mostOfApp || ofVisitor.hour <= mostInCrowd;
}

/** Invoices that one visitor may ask for in a minute. */
export function mostOfVisitorFor(isInHouse: boolean): number {
  return isInHouse ? mostOfApp : mostOfVisitor;
}

/** From so many of `most` on the merchant is warned: four fifths. */
export function nearlyFull(most: number): number {
  return Math.ceil((most * 4) / 5);
}

export function isNearlyCrowded(ofApp: number): boolean {
  return ofApp >= nearlyFull(mostOfApp);
}
