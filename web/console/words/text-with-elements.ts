// Draws a message that has elements in its places.
import { createElement, Fragment, type ReactNode } from 'react';

/** `pieces` is a message that was filled with elements: joined(words.invoice.worth({ price: <strong>…</strong> })). */
export function joined(pieces: string | readonly ReactNode[]): ReactNode {
  return typeof pieces === 'string' ? pieces : createElement(Fragment, null, ...pieces);
}
