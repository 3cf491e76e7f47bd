// Notifies merchants who accept a stable coin, once, when its market price leaves its peg.

import { nameInBody } from '../../../core/mail/name-in-mail.ts';
import type { RateEvidence } from '../../../core/money/rate.ts';
import { formatRate, type Rate } from '../../../core/money/rate.ts';
import { isNear } from '../../../core/money/rate-band.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Mail } from '../../../io/mail/mailer.ts';
import { appendEvents } from '../../events/events/append-events.ts';
import type { Instance } from '../../instance.ts';
import type { Cryptocurrency } from '../../known/catalog/catalog.ts';
import { notify } from '../../known/channels/notify.ts';
import { deleteDepegged, insertDepegged, listDepegged } from '../../known/rates/rate-store.ts';
import { findSoundApp, listOwners } from '../../people/apps/store.ts';
import { listAppsAccepting } from './store.ts';

const everyMillis = 5_000;
const par: Rate = { value: 1n, scale: 0 };
/**
 * Beyond this distance the coin counts as off its peg, and within half of it as back. A wavering price then notifies
 * once.
 */
const lostBps = 200n;
const foundBps = 100n;

/** Checks at once and then at intervals. Failures are logged and tried again. */
export function watchPegs(instance: Instance): { stop(): Promise<void> } {
  let looking: Promise<void> = Promise.resolve();
  let isBusy = false;
  const look = (): void => {
    if (isBusy) return;
    isBusy = true;
    looking = lookAtPegs(instance)
      .catch((error: unknown) => instance.log.warn({ err: error }, 'the pegs of stable coins could not be checked'))
      .finally(() => {
        isBusy = false;
      });
  };
  look();
  const timer = setInterval(look, everyMillis).unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

async function lookAtPegs(instance: Instance): Promise<void> {
  const { db, rates, catalog, clock } = instance;
  // Without rate sources there is no market price.
  if (rates.standings().length === 0) return;
  const now = clock.now();
  const known = await listDepegged(db);
  for (const coin of catalog.cryptocurrencies) {
    const market = rates.marketOf(coin, now);
    if (market === null) continue;
    if (!known.has(coin.symbol) && !isNear(market.rate, par, lostBps)) {
      known.add(coin.symbol);
      await db.atomically((trx) => emitDepegged(trx, instance, coin, market));
    } else if (known.has(coin.symbol) && isNear(market.rate, par, foundBps)) {
      known.delete(coin.symbol);
      await deleteDepegged(db, coin.symbol);
      instance.log.info({ cryptocurrency: coin.symbol }, 'the stable coin is at par again');
    }
  }
  rates.setDepegged(known);
}

async function emitDepegged(
  trx: Queryable,
  instance: Instance,
  coin: Cryptocurrency,
  market: { readonly rate: Rate; readonly evidence: RateEvidence },
): Promise<void> {
  const at = instance.clock.now();
  if (!(await insertDepegged(trx, coin.symbol, at))) return;
  instance.log.warn({ cryptocurrency: coin.symbol, rate: formatRate(market.rate) }, 'a stable coin has lost its peg');
  const data = {
    cryptocurrency: coin.symbol,
    currency: coin.peg ?? 'USD',
    rate: formatRate(market.rate),
    sources: market.evidence.sources.map(({ source, rate, at: quotedAt }) => ({ source, rate, at: quotedAt })),
  };
  const assets = instance.catalog.assets.filter((asset) => asset.cryptocurrency.id === coin.id);
  const appIds = await listAppsAccepting(
    trx,
    assets.map(({ id }) => id),
  );
  const events = appIds.map((appId) => ({
    id: instance.newId(),
    appId,
    type: 'rate.depegged' as const,
    invoiceId: null,
    sequence: null,
    data,
    createdAt: at,
  }));
  await appendEvents(trx, events, instance.newId);
  for (const appId of appIds) {
    const app = await findSoundApp(trx, appId);
    const name = nameInBody(app?.name ?? '');
    for (const owner of await listOwners(trx, instance, appId)) {
      const { to: _, ...mail } = mailAbout(owner.email, name, data);
      const lines = [`The app ${name} accepts it. It trades at ${data.rate} ${data.currency} instead of 1.`];
      await notify(trx, instance, owner, { kind: 'coins', appId, mail, lines, lane: 'account' });
    }
  }
}

function mailAbout(
  to: string,
  appName: string,
  { cryptocurrency, currency, rate }: { cryptocurrency: string; currency: string; rate: string },
): Mail {
  return {
    to,
    subject: `${cryptocurrency} has lost its peg`,
    text: [
      `${cryptocurrency}, which the app ${appName} accepts, trades at ${rate} ${currency} instead of 1.`,
      '',
      'New quotes use the market price until it is within 1 % of par again, whatever the app’s settings say.',
      `Open quotes keep theirs. If you do not want to be paid in ${cryptocurrency} for now, remove it from the coins`,
      'that the app accepts.',
    ].join('\n'),
  };
}
