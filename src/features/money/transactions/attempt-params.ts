// Reads the customer's parameters for an attempt: the asset and the sender. They are checked before anything is read
// from the database.
import { Problem } from '../../../core/problem.ts';
import { isRefusal } from '../../../io/chains/codec.ts';
import { readAddressOf } from '../../../io/chains/codecs.ts';
import type { Instance } from '../../instance.ts';
import type { Asset } from '../../known/catalog/catalog.ts';

export interface AttemptParams {
  readonly invoiceId: string;
  readonly asset: Asset;
  /** Canonical; null if the customer does not name the sender. The chain shows it later. */
  readonly sender: string | null;
  /**
   * The customer pays from an exchange. The price is held for an hour, and the amount has as few decimals as exchanges
   * send.
   */
  readonly isExchange: boolean;
}

interface Body {
  readonly invoice_id: string;
  readonly from: string;
  readonly cryptocurrency: string;
  readonly network: string;
}

/** Throws Problem naming `from` if the address is not valid on the network, and as readAsset. */
export function readAttemptParams(instance: Pick<Instance, 'catalog'>, body: Body): AttemptParams {
  const asset = readAsset(instance, body);
  const { network } = asset;
  const sender = readAddressOf(network.family, body.from, network.facts);
  if (isRefusal(sender)) throw refused('from', sender.code, sender.message);
  return { invoiceId: body.invoice_id.toLowerCase(), asset, sender: sender.canonical, isExchange: false };
}

/** Throws Problem naming the field for an unknown network or coin, or a coin that is not on the network. */
export function readAsset(instance: Pick<Instance, 'catalog'>, body: Pick<Body, 'cryptocurrency' | 'network'>): Asset {
  const network = instance.catalog.networkBySymbol(body.network);
  if (network === null) throw refused('network', 'unknown_network', 'There is no such network. See GET /networks.');
  if (instance.catalog.cryptocurrencyBySymbol(body.cryptocurrency) === null) {
    throw refused(
      'cryptocurrency',
      'unknown_cryptocurrency',
      'There is no such cryptocurrency. See GET /cryptocurrencies.',
    );
  }
  const asset = instance.catalog.asset(body.cryptocurrency, body.network);
  if (asset === null)
    throw refused('network', 'not_on_network', `${body.cryptocurrency} does not exist on ${network.symbol}.`);
  if (!network.followable)
    throw refused('network', 'not_available', `${network.name} is not available on this instance.`);
  if (asset.stopped !== null)
    throw refused(
      'cryptocurrency',
      'stopped',
      `${asset.cryptocurrency.symbol} on ${network.name} is not accepted right now.`,
    );
  return asset;
}

function refused(field: string, code: string, message: string): Problem {
  return new Problem('validation_failed', { errors: [{ field, code, message }] });
}
