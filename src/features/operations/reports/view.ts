// Renders a balance sheet for the API: credits, reversals and the balance, by coin and by currency.

import { currencyOf } from '../../../core/money/currency.ts';
import { formatFixed, formatUnits } from '../../../core/money/decimal.ts';
import { codecOf } from '../../../io/chains/codecs.ts';
import { nullable, time, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Catalog } from '../../known/catalog/catalog.ts';
import type { BalanceLine } from './store.ts';

const sums = {
  payments: Type.Integer(),
  credited: Type.String(),
  reversed: Type.String({ description: 'The amount reversed by reorganizations of a chain.' }),
  net: Type.String(),
};

/** Credits and reversals in a period, by currency. */
export const CreditedView = Type.Object({ currency: Type.String(), ...sums });

export const BalanceSheetView = Type.Object({
  app_id: uuid,
  from: nullable(time),
  to: time,
  cryptocurrencies: Type.Array(
    Type.Object({
      cryptocurrency: Type.String(),
      network: Type.String(),
      contract: nullable(Type.String()),
      ...sums,
    }),
    { description: 'By coin and network, in coins.' },
  ),
  currencies: Type.Array(CreditedView, {
    description: "By the invoices' currency, at the credited rates.",
  }),
});

interface Sum {
  payments: number;
  credited: bigint;
  reversed: bigint;
}

export function balanceSheetView(
  catalog: Catalog,
  appId: string,
  period: { from: Date | null; to: Date },
  lines: readonly BalanceLine[],
) {
  const byAsset = sumBy(lines, (line) => [line.assetId, line.amount, line.reversedAmount]);
  const byCurrency = sumBy(lines, (line) => [line.currency, line.value, line.reversedValue]);
  return {
    app_id: appId,
    from: period.from?.toISOString() ?? null,
    to: period.to.toISOString(),
    cryptocurrencies: [...byAsset].map(([assetId, sum]) => {
      const asset = catalog.assetById(assetId);
      if (asset === null) throw new Error(`asset ${assetId} is not in the catalog`);
      return {
        cryptocurrency: asset.cryptocurrency.symbol,
        network: asset.network.symbol,
        contract:
          asset.contract === '' ? null : codecOf(asset.network.family).showAddress(asset.contract, asset.network.facts),
        ...shown(sum, (units) => formatUnits(units, asset.decimals)),
      };
    }),
    currencies: [...byCurrency].map(([currency, sum]) => ({
      currency,
      ...shown(sum, (minor) => formatFixed(minor, currencyOf(currency)?.decimals ?? 2)),
    })),
  };
}

function sumBy(
  lines: readonly BalanceLine[],
  read: (line: BalanceLine) => [key: string, credited: bigint, reversed: bigint],
): Map<string, Sum> {
  const found = new Map<string, Sum>();
  for (const line of lines) {
    const [key, credited, reversed] = read(line);
    const sum = found.get(key) ?? { payments: 0, credited: 0n, reversed: 0n };
    found.set(key, {
      payments: sum.payments + line.payments,
      credited: sum.credited + credited,
      reversed: sum.reversed + reversed,
    });
  }
  return found;
}

function shown({ payments, credited, reversed }: Sum, format: (amount: bigint) => string) {
  return { payments, credited: format(credited), reversed: format(reversed), net: format(credited - reversed) };
}
