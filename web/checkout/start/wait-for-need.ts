// Decides when a page that the server drew needs its script: its state changes, a wallet is present, or its price
// expires.
import { isFramed } from '../browser/framed.ts';
import { isOlder, type LiveInvoice } from '../browser/live-snapshot.ts';
import type { CheckoutSeed } from '../browser/seed.ts';
import { followSent, sentHash } from '../browser/sent-payments.ts';
import { remembered } from '../paying/last-choice.ts';
import type { Snapshot } from '../rules/payment-objects.ts';
import type { ServerClock } from '../rules/server-clock.ts';
import { isFresh, stageOf } from '../rules/stage.ts';
import { sayCutOff } from './show-offline.ts';

interface Drawn {
  readonly seed: CheckoutSeed;
  readonly clock: ServerClock;
  readonly live: LiveInvoice;
  readonly root: HTMLElement;
}

/** Calls `wake` at once, or when the script is needed. Until then the page only shows a lost connection. */
export function waitForNeed({ seed, clock, live, root }: Drawn, wake: () => void): void {
  const drawn = stageOf(seed, Date.parse(seed.now));
  const stage = stageOf(seed, clock.now(), sentHash);
  // The choice of a way to pay needs the whole script.
  const isNeeded = isFresh(stage, seed) || stage.kind !== drawn.kind || isFramed();
  if (isNeeded || (stage.kind === 'awaiting' && remembered('way') === 'exchange')) {
    wake();
    return;
  }
  followSent(wake);
  let timer: ReturnType<typeof setTimeout> | undefined;
  live.listen({
    show(told) {
      // A stream may start with a snapshot from just before the server drew the page.
      if (isOlder(told, seed)) return;
      clearTimeout(timer);
      const isBefore = told.invoice.updated_at < seed.invoice.updated_at;
      if (differs(told, seed)) timer = setTimeout(wake, isBefore ? 2000 : 0);
    },
    connection: (state) => sayCutOff(root, state),
  });
  if (stage.kind !== 'awaiting') return;
  const { expire_at: until } = stage.transaction;
  if (until) setTimeout(wake, Math.max(0, Date.parse(until) - leadMilliseconds - clock.now()));
  whenWalletIsHere(wake);
}

/** The script starts to load this long before the price expires. */
const leadMilliseconds = 30_000;

/** Whether the snapshot would be drawn differently. */
function differs(told: Snapshot, seed: CheckoutSeed): boolean {
  return (['invoice', 'transactions', 'waiting', 'claims'] as const).some(
    (part) => told[part] !== undefined && JSON.stringify(told[part]) !== JSON.stringify(seed[part]),
  );
}

/** Finds wallets as browser/wallets.ts does. */
function whenWalletIsHere(wake: () => void): void {
  addEventListener('eip6963:announceProvider', wake, { once: true });
  dispatchEvent(new Event('eip6963:requestProvider'));
  const look = () => ['ethereum', 'tron', 'tronLink'].some((name) => name in window) && wake();
  for (const milliseconds of [300, 1500]) setTimeout(look, milliseconds);
}
