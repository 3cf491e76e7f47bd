// The customer's cost of sending a coin, for merchants who choose coins.
import type { CryptocurrencyWithNetworks } from '../../../../sdk/typescript/src/generated/api.ts';
import { transferFeeText } from '../../../checkout/offers/transfer-fee.ts';
import { price } from '../../words/figures.ts';
import { words } from '../../words/words.ts';

/**
 * A sentence without its full stop, in dollars if the price is known; null if the cost is unknown. `known`: all coins.
 */
export function sendingCost(
  place: CryptocurrencyWithNetworks['networks'][number],
  known: readonly CryptocurrencyWithNetworks[],
): string | null {
  const rate = known.find(({ symbol }) => symbol === place.native_coin)?.rates.USD;
  const money = (amount: string) => price(amount, 'USD');
  const fee = transferFeeText({ contract: place.contract, network: place }, { price: rate, digits: 2, money });
  return fee === null ? null : words.coins.sendingCost({ fee });
}
