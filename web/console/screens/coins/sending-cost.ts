// What it costs customers to send a coin, as merchants want to know before they take it.
import type { CryptocurrencyWithNetworks } from '../../../../sdk/src/generated/api.ts';
import { transferFeeText } from '../../../checkout/offers/transfer-fee.ts';
import { fiatText } from '../../../checkout/rules/figures.ts';

/**
 * A sentence without its full stop, in dollars where they can be told; null where nobody knows. `known`: all coins.
 */
export function sendingCost(
  place: CryptocurrencyWithNetworks['networks'][number],
  known: readonly CryptocurrencyWithNetworks[],
): string | null {
  const price = known.find(({ symbol }) => symbol === place.native_coin)?.rates.USD;
  const money = (amount: string) => fiatText(amount, 'USD');
  const fee = transferFeeText({ contract: place.contract, network: place }, { price, digits: 2, money });
  return fee === null ? null : `Sending costs the customer ${fee}`;
}
