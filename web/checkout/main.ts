// Starts the checkout page. The server drew all of it, so this script follows the invoice and fetches the rest when the
// customer or an event needs it (see start/).
import { checkoutApi } from './browser/api.ts';
import { liveInvoice } from './browser/live-snapshot.ts';
import { takeSeed } from './browser/seed.ts';
import { serverClock } from './rules/server-clock.ts';
import { takeEarlyInput } from './start/input-before-load.ts';
import { latePart } from './start/late-part.ts';
import { runCountdown } from './start/run-countdown.ts';
import { waitForNeed } from './start/wait-for-need.ts';
import './style/ground.css';
import './style/receipt.css';
import './style/columns.css';
import './style/choosing.css';
import './style/languages.css';

const root = document.getElementById('checkout') as HTMLElement;
const invoiceId = /\/pay\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i
  .exec(location.pathname)?.[1]
  ?.toLowerCase();
const clock = serverClock(() => Date.now());
const seed = takeSeed(document, clock);
const api = checkoutApi(clock);
const live = invoiceId === undefined ? null : liveInvoice(invoiceId, () => api.snapshot(invoiceId));

const retryMilliseconds = 3000;
/** The service may have been upgraded and no longer serve the files that this page names. */
const mostFailures = 3;

let isAwake = false;
const wake = async (): Promise<void> => {
  if (isAwake) return;
  isAwake = true;
  for (let failures = 1; ; failures++) {
    try {
      const { drawPage } = await latePart(import('./app.tsx'));
      await drawPage(root, { seed, clock, live }, invoiceId ?? null);
      stopCountdown();
      return input.handOver();
    } catch {
      if (failures >= mostFailures && navigator.onLine) location.reload();
      await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
    }
  }
};
const input = takeEarlyInput(root, wake);
const stopCountdown = runCountdown(root, clock);

const isDrawn = root.firstElementChild !== null;
if (!isDrawn) void wake();
else if (seed !== null && live !== null) waitForNeed({ seed, clock, live, root }, wake);
