// Chooses the coin and the network of a refund: as for the largest payment, unless the merchant names others.
import { Problem } from '../../../../../core/problem.ts';
import type { Instance } from '../../../../instance.ts';
import type { Asset } from '../../../../known/catalog/catalog.ts';
import type { Transaction } from '../../../../money/ledger/transaction-store.ts';
import { readAsset } from '../../../../money/transactions/attempt-params.ts';
import type { App } from '../../../../people/apps/store.ts';

export interface NamedAsset {
  readonly cryptocurrency?: string | undefined;
  readonly network?: string | undefined;
  /** Only these may be sent: the one of the largest payment if possible, otherwise the first. */
  readonly among?: readonly Asset[] | undefined;
}

/**
 * `paid`: the confirmed payments of the invoice, largest first. Throws Problem naming `cryptocurrency` or `network` for
 * a coin that cannot be sent or found here.
 */
export function chooseAsset(
  instance: Pick<Instance, 'catalog'>,
  app: Pick<App, 'environment'>,
  paid: readonly Transaction[],
  named: NamedAsset,
): Asset {
  const { cryptocurrency, network } = named;
  const asset =
    cryptocurrency !== undefined && network !== undefined
      ? readAsset(instance, { cryptocurrency, network })
      : assetPaidWith(instance, paid, named);
  if (asset.network.test !== (app.environment === 'development'))
    throw refused('network', 'wrong_environment', `${asset.network.name} does not belong to this kind of app.`);
  if (asset.network.isBlockless)
    throw refused('network', 'not_refundable', `A refund on ${asset.network.name} cannot be found on a chain.`);
  return readAsset(instance, { cryptocurrency: asset.cryptocurrency.symbol, network: asset.network.symbol });
}

function assetPaidWith(
  { catalog }: Pick<Instance, 'catalog'>,
  paid: readonly Transaction[],
  { cryptocurrency, network, among }: NamedAsset,
): Asset {
  const [first] = among ?? [];
  if (first !== undefined) {
    return paid.flatMap(({ assetId }) => among?.find(({ id }) => id === assetId) ?? [])[0] ?? first;
  }
  const coin = cryptocurrency === undefined ? null : catalog.cryptocurrencyBySymbol(cryptocurrency);
  const where = network === undefined ? null : catalog.networkBySymbol(network);
  const found = paid
    .flatMap(({ assetId }) => catalog.assetById(assetId) ?? [])
    .find(
      (one) =>
        (cryptocurrency === undefined || one.cryptocurrency === coin) &&
        (network === undefined || one.network === where),
    );
  if (found !== undefined) return found;
  if (cryptocurrency === undefined)
    throw refused(
      'cryptocurrency',
      'required',
      'The invoice has no payment to take it from. Name it, and the network.',
    );
  throw refused('network', 'required', 'The invoice has no payment in this coin. Name the network too.');
}

function refused(field: string, code: string, message: string): Problem {
  return new Problem('validation_failed', { errors: [{ field, code, message }] });
}
