// Finds the reason for a silent frame: a browser reports nothing about a frame that it blocked.
import { base, instanceOrigin } from '../script-origin.ts';
import { ask } from './ask-instance.ts';

export interface Silence {
  readonly text: 'notFound' | 'lost' | 'notShown';
  /** For the shop's developer; null if the shop's page is not the cause. */
  readonly hint: string | null;
}

/** The API's answer shows whether something else is wrong. */
export async function whySilent(invoiceId: string): Promise<Silence> {
  const answer = await ask<object>(base, `invoice/${encodeURIComponent(invoiceId)}`);
  if (answer === 404) return { text: 'notFound', hint: null };
  if (typeof answer === 'number') return { text: 'lost', hint: null };
  const hint =
    `Quittance: ${instanceOrigin} answers, and nothing came from its frame. If the browser refused the frame, add ` +
    `${location.origin} to the setting embed_origins of the app.`;
  return { text: 'notShown', hint };
}
