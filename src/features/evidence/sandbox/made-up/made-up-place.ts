// The coin of made-up payments: one that the app accepts, or else one of a test network.

import type { Rate } from '../../../../core/money/rate.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import { hasMadeUpAddress } from './made-up-address.ts';

export interface MadeUpPlace {
  readonly asset: Asset;
  /** The price of one coin, in the currency of the invoice. */
  readonly rate: Rate;
}

/** 2,000 USD. */
const rate: Rate = { value: 2_000n, scale: 0 };

/** `acceptedIds`: the assets that the app accepts. Throws Problem simulation_refused if no coin fits. */
export function madeUpPlace(assets: readonly Asset[], acceptedIds: ReadonlySet<string>): MadeUpPlace {
  const fitting = assets.filter((one) => !one.network.isBlockless && hasMadeUpAddress(one));
  const asset =
    fitting.find(({ id }) => acceptedIds.has(id)) ?? fitting.find(({ network }) => network.test) ?? fitting[0];
  if (asset === undefined)
    throw new Problem('simulation_refused', { detail: 'No network of this instance has addresses to make up.' });
  return { asset, rate };
}
