// GET /app/{id}/attention: lists the open tasks of a merchant. A console may request it often.

import { nearlyFull } from '../../../../core/access/visitor-bounds.ts';
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import type { Network } from '../../../known/catalog/catalog.ts';
import { listProgress, type NetworkProgress } from '../../../known/networks/status-store.ts';
import { ownAppOrNull } from '../../../people/apps/own-app.ts';
import type { App } from '../../../people/apps/store.ts';
import { type Accepted, listAcceptances, listCurrencies, listWaiting } from './attention-store.ts';
import { AttentionView, attentionView, type Concern } from './attention-view.ts';
import { crowdedAmounts } from './crowded-amounts.ts';

export function getAttention(instance: Instance): Operation {
  return operation({
    id: 'listAppAttention',
    method: 'GET',
    path: '/app/:id/attention',
    group: 'Apps',
    summary: 'List open tasks',
    description: 'Cheap enough to be polled every few seconds.',
    access: { cookie: true, pat: 'apps:read', appToken: true, oauth2: 'apps:read' },
    params: idInPath,
    answer: AttentionView,
    handle: async ({ params, caller }) => {
      const app = isUuid(params.id) ? await ownAppOrNull(instance.db, params.id, caller) : null;
      if (app === null) throw new Problem('not_found');
      const now = instance.clock.now();
      const manyAddresses = nearlyFull(app.settings.unpaidAddressesMax);
      const [waiting, accepted, currencies, progress, crowded] = await Promise.all([
        listWaiting(instance.db, { appId: app.id, manyAddresses, now }),
        listAcceptances(instance.db, app.id),
        listCurrencies(instance.db, app.id),
        listProgress(instance.db, reachedSeconds),
        crowdedAmounts(instance, app),
      ]);
      const coins = unpriced(instance, app, accepted, currencies);
      const networks = networkConcerns(instance, accepted, progress);
      return attentionView([...waiting, ...networks, coins, crowded, contactConcern(app)]);
    },
  });
}

/** An endpoint that answered within this time counts as reached. It is longer than any poll interval. */
const reachedSeconds = 60;
/** A followed network may be this many blocks behind, beyond its confirmations. */
const toleratedBlocks = 12;

/** Returns accepted coins without a price in a currency of the app's invoices. */
function unpriced(
  { catalog, rates, clock }: Pick<Instance, 'catalog' | 'rates' | 'clock'>,
  app: App,
  accepted: readonly Accepted[],
  currencies: readonly string[],
): Concern {
  const ids = accepted.flatMap(({ id, assetId }) => {
    const asset = catalog.assetById(assetId);
    if (asset === null || asset.stopped === 'not_configured') return [];
    const { stablecoins } = app.settings;
    const isPriced = currencies.every(
      (currency) => rates.rateFor(asset.cryptocurrency, currency, stablecoins, clock.now()) !== null,
    );
    return isPriced ? [] : [id];
  });
  return { kind: 'no_rate', count: ids.length, since: null, ids };
}

/** A production app needs a contact that the checkout can show. */
function contactConcern({ id, environment, archivedAt, settings }: App): Concern {
  const isMissing = environment === 'production' && archivedAt === null && settings.supportContact === null;
  return { kind: 'support_contact_missing', count: isMissing ? 1 : 0, since: null, ids: [id] };
}

/** Returns the app's networks by kind of fault. */
function networkConcerns(
  { catalog }: Pick<Instance, 'catalog'>,
  accepted: readonly Accepted[],
  progress: readonly NetworkProgress[],
): Concern[] {
  const networks = new Set(accepted.flatMap(({ assetId }) => catalog.assetById(assetId)?.network ?? []));
  const standings = new Map(progress.map((one) => [one.networkId, one]));
  const found = [...networks].flatMap((network) => {
    const standing = standings.get(network.id);
    const kind = concernOf(network, standing);
    return kind === null ? [] : [{ kind, id: network.id, since: standing?.reachedAt ?? null }];
  });
  return [...Map.groupBy(found, (one) => one.kind)].map(([kind, some]) => ({
    kind,
    count: some.length,
    // Only for an unreachable network is the time known.
    since: kind === 'network_away' ? (some.map(({ since }) => since).sort(byTime)[0] ?? null) : null,
    ids: some.map(({ id }) => id),
  }));
}

function byTime(a: Date | null, b: Date | null): number {
  return (a?.getTime() ?? 0) - (b?.getTime() ?? 0);
}

function concernOf(network: Network, standing: NetworkProgress | undefined): Concern['kind'] | null {
  if (standing?.halted) return 'network_halted';
  // A network without addresses is not read.
  if (standing?.isResting === true) return null;
  if (!network.available || standing === undefined) return 'network_away';
  const { block, head, isIdle } = standing;
  const unread = block === null || head === null || isIdle ? 0 : head - block;
  return unread > network.confirmations + toleratedBlocks ? 'network_behind' : null;
}
