// Loads the part of the built page that renders on the server, when the first page is requested.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageLanguage } from '../page-language.ts';

/** The result of a form without a script: a waiting claim, or an API error. */
export interface FormAnswer {
  readonly kind: 'noted' | 'refused';
  readonly status: number;
  readonly code: string;
  /** The invalid field; null if there is none. */
  readonly field: string | null;
  /** The error code of the field; null if there is none. */
  readonly reason: string | null;
  readonly message: string;
  /** The submitted value of the field. */
  readonly value: string;
}

/** `seed` is the result of page-seed.ts; `url` is the full address of the page. */
export interface ToDraw {
  readonly language: PageLanguage;
  readonly seed: object;
  readonly url: string;
  readonly answer: FormAnswer | null;
}

export interface Drawn {
  readonly html: string;
  /** Plain text. */
  readonly title: string;
  /** CSS of this page only; '' for none. */
  readonly style: string;
  /** The groups of texts that the script needs at once. */
  readonly groups: readonly string[];
  /** The seconds after which a page without a script reloads itself; null if it does not. */
  readonly looksAgainAfter: number | null;
}

/** The errors of a refused form, by which the page explains it. */
export type RefusedForm = Pick<FormAnswer, 'code' | 'field' | 'reason' | 'value'>;

/** `data` is the result of refund-data.ts; null for an unknown refund. */
export interface RefundToDraw extends Pick<ToDraw, 'language' | 'url'> {
  readonly data: object | null;
  readonly refused: RefusedForm | null;
}

/** The interface exported by web/checkout/server/draw.tsx. It makes no requests. */
export interface PageDrawing {
  drawCheckout(toDraw: ToDraw): Drawn;
  drawNotFound(url: string, language: PageLanguage): Drawn;
  drawReceipt(toDraw: Omit<ToDraw, 'answer'>): Drawn;
  drawRefund(toDraw: RefundToDraw): Drawn;
  /** The CSS of every page for browsers without a script. */
  readonly withoutScript: string;
}

/** `distDirectory` is the result of web/checkout/build.ts. */
export async function pageDrawing(distDirectory: string): Promise<PageDrawing> {
  return import(pathToFileURL(join(distDirectory, 'server/draw.js')).href);
}
