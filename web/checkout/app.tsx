// Draws the checkout page over what the server drew, and keeps it up to date from then on.
import { render } from 'preact';
import { takeWords } from './browser/page-texts.ts';
import { sentHash } from './browser/sent-payments.ts';
import { Checkout } from './checkout.tsx';
import { fetchLateScreens } from './late-screens.ts';
import { isFresh, stageOf } from './rules/stage.ts';
import { NotFound } from './screens/no-invoice.tsx';
import { keepInput } from './start/keep-input.ts';
import type { Opened } from './use-checkout.ts';
import { PageWords } from './words/words.ts';

/**
 * Resolves once the page is drawn; `invoiceId` is null if the address names no invoice. Rejects if a script cannot be
 * fetched; the page that the server drew then stays.
 */
export async function drawPage(root: HTMLElement, opened: Omit<Opened, 'invoiceId'>, invoiceId: string | null) {
  const { seed, clock } = opened;
  if (seed !== null && !isFresh(stageOf(seed, clock.now(), sentHash), seed)) await fetchLateScreens();
  const giveBack = keepInput(root);
  render(
    <PageWords.Provider value={takeWords(document)}>
      {invoiceId === null ? <NotFound /> : <Checkout {...opened} invoiceId={invoiceId} />}
    </PageWords.Provider>,
    root,
  );
  giveBack();
}
