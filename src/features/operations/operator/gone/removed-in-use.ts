// Lists the networks and tokens that are in use but no longer configured, with the open work there.

import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import { listOwed, type Owed } from './owed-store.ts';

export interface GoneInUse {
  /** `network old`, or `USDX on local` for a token on a configured network. */
  readonly what: string;
  /** Whether attempts or payments wait there. */
  readonly isOwed: boolean;
  /** A sentence without the full stop. */
  readonly says: string;
}

/** A removed network is one entry with all its coins. Entries without references are left out. */
export async function goneInUse({ db, catalog }: Pick<Instance, 'db' | 'catalog'>): Promise<GoneInUse[]> {
  const { goneAssets } = catalog;
  if (goneAssets.length === 0) return [];
  const owed = new Map(
    (
      await listOwed(
        db,
        goneAssets.map(({ id }) => id),
      )
    ).map((one) => [one.assetId, one]),
  );
  return [...Map.groupBy(goneAssets, whatOf)].flatMap(([what, assets]) => {
    const isNetwork = assets[0]?.network.configured === false;
    const sum = sumOf(assets.flatMap(({ id }) => owed.get(id) ?? []));
    return saysInUse(what, isNetwork ? sum : { ...sum, addresses: 0 }, isNetwork);
  });
}

function whatOf({ network, cryptocurrency }: Asset): string {
  return network.configured ? `${cryptocurrency.symbol} on ${network.symbol}` : `network ${network.symbol}`;
}

type Counts = Omit<Owed, 'assetId'>;

/** The coins of a network share addresses and apps, so these are not summed. */
function sumOf(owed: readonly Owed[]): Counts {
  const sum = (read: (one: Owed) => number) => owed.reduce((so, one) => so + read(one), 0);
  const most = (read: (one: Owed) => number) => owed.reduce((so, one) => Math.max(so, read(one)), 0);
  return {
    attempts: sum((one) => one.attempts),
    invoices: sum((one) => one.invoices),
    seen: sum((one) => one.seen),
    unmatched: sum((one) => one.unmatched),
    apps: most((one) => one.apps),
    addresses: most((one) => one.addresses),
  };
}

function saysInUse(what: string, counts: Counts, isNetwork: boolean): GoneInUse[] {
  const { attempts, invoices, seen, unmatched, apps, addresses } = counts;
  const parts = [
    ...counted(attempts, 'open attempt').map((said) => [said, ...counted(invoices, 'invoice')].join(' of ')),
    ...counted(seen, 'payment that was not confirmed yet', 'payments that were not confirmed yet'),
    ...counted(unmatched, 'unmatched payment'),
    ...counted(apps, 'app that accepts it', 'apps that accept it'),
    ...counted(addresses, 'receiving address', 'receiving addresses'),
  ];
  if (parts.length === 0) return [];
  const place = isNetwork ? 'the network' : 'the token';
  const says = [
    `no longer in the configuration, but in use: ${parts.join(', ')}.`,
    `Nothing is quoted or watched there; put ${place} back to follow it again`,
  ].join(' ');
  return [{ what, isOwed: attempts + seen + unmatched > 0, says }];
}

function counted(count: number, one: string, many = `${one}s`): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
}
