// The part of the built page that the service runs: it draws the page, and is read when somebody first opens one.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageLanguage } from '../page-language.ts';

/** What became of a form that was sent without a script: a claim that waits, or a refusal as the API's. */
export interface FormAnswer {
  readonly kind: 'noted' | 'refused';
  readonly status: number;
  readonly code: string;
  /** The member of the request that it is about; null where it is about no single one. */
  readonly field: string | null;
  /** What is wrong with it, as a code; null where nothing single is. */
  readonly reason: string | null;
  readonly message: string;
  /** What stood in the field. */
  readonly value: string;
}

/** `seed` is as page-seed.ts answers it, `url` the page's whole address. */
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
  /** CSS of this page alone; '' where there is none. */
  readonly style: string;
  /** The groups of texts that the script needs at once. */
  readonly groups: readonly string[];
  /** After how many seconds a page without a script looks again by itself; null where it does not. */
  readonly looksAgainAfter: number | null;
}

/** As web/checkout/server/draw.tsx exports it. Nothing of it asks anybody for anything. */
export interface PageDrawing {
  drawCheckout(toDraw: ToDraw): Drawn;
  drawNotFound(url: string, language: PageLanguage): Drawn;
  drawReceipt(toDraw: Omit<ToDraw, 'answer'>): Drawn;
  /** CSS of every page where no script runs. */
  readonly withoutScript: string;
}

/** `distDirectory` is as web/checkout/build.ts answers it. */
export async function pageDrawing(distDirectory: string): Promise<PageDrawing> {
  return import(pathToFileURL(join(distDirectory, 'server/draw.js')).href);
}
