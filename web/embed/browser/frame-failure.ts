// Why nothing came from a frame: a browser is silent about one that it refused.
import { base, instanceOrigin } from '../script-origin.ts';
import { ask } from './ask-instance.ts';

export interface Silence {
  readonly text: 'notFound' | 'lost' | 'notShown';
  /** For who made the shop's page; null where it is not about that page. */
  readonly hint: string | null;
}

/** The answer of the API says whether something else is wrong. */
export async function whySilent(invoiceId: string): Promise<Silence> {
  const answer = await ask<object>(base, `invoice/${encodeURIComponent(invoiceId)}`);
  if (answer === 404) return { text: 'notFound', hint: null };
  if (typeof answer === 'number') return { text: 'lost', hint: null };
  const hint =
    `Quittance: ${instanceOrigin} answers, and nothing came from its frame. If the browser refused the frame, add ` +
    `${location.origin} to the setting embed_origins of the app.`;
  return { text: 'notShown', hint };
}
