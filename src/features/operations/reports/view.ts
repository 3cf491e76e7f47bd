// Renders a balance sheet for the API: credits, refunds, reversals and the balance, by coin and by currency.

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
  net: Type.String({ description: 'What came in: credited − reversed.' }),
  refunds: Type.Integer({ description: 'The number of refunds that were sent.' }),
  refunded: Type.String({ description: 'What refunds sent out.' }),
  refunds_reversed: Type.String({ description: 'The part of it that reorganizations of a chain reversed.' }),
  balance: Type.String({ description: 'What is left: net − refunded + refunds_reversed. It may be negative.' }),
};

/** Credits, refunds and reversals in a period, by currency. */
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

/** In smallest units of a coin, or in minor units of a currency. */
export interface Sum {
  readonly payments: number;
  readonly credited: bigint;
  readonly reversed: bigint;
  readonly refunds: number;
  readonly refunded: bigint;
  readonly refundsReversed: bigint;
}

export function balanceSheetView(
  catalog: Catalog,
  appId: string,
  period: { from: Date | null; to: Date },
  lines: readonly BalanceLine[],
) {
  const byAsset = sumBy(lines, (line) => [line.assetId, amountsOf(line)]);
  const byCurrency = sumBy(lines, (line) => [line.currency, valuesOf(line)]);
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
        ...sumView(sum, (units) => formatUnits(units, asset.decimals)),
      };
    }),
    currencies: [...byCurrency].map(([currency, sum]) => ({
      currency,
      ...sumView(sum, (minor) => formatFixed(minor, currencyOf(currency)?.decimals ?? 2)),
    })),
  };
}

function amountsOf(line: BalanceLine): Sum {
  const { payments, refunds, amount: credited, reversedAmount: reversed } = line;
  return {
    payments,
    credited,
    reversed,
    refunds,
    refunded: line.refundedAmount,
    refundsReversed: line.refundReversedAmount,
  };
}

function valuesOf(line: BalanceLine): Sum {
  const { payments, refunds, value: credited, reversedValue: reversed } = line;
  return {
    payments,
    credited,
    reversed,
    refunds,
    refunded: line.refundedValue,
    refundsReversed: line.refundReversedValue,
  };
}

function sumBy(lines: readonly BalanceLine[], read: (line: BalanceLine) => [key: string, sum: Sum]): Map<string, Sum> {
  const found = new Map<string, Sum>();
  for (const line of lines) {
    const [key, sum] = read(line);
    found.set(key, addSums([found.get(key) ?? noSum, sum]));
  }
  return found;
}

const noSum: Sum = { payments: 0, credited: 0n, reversed: 0n, refunds: 0, refunded: 0n, refundsReversed: 0n };

export function addSums(sums: readonly Sum[]): Sum {
  return sums.reduce(
    (all, one) => ({
      payments: all.payments + one.payments,
      credited: all.credited + one.credited,
      reversed: all.reversed + one.reversed,
      refunds: all.refunds + one.refunds,
      refunded: all.refunded + one.refunded,
      refundsReversed: all.refundsReversed + one.refundsReversed,
    }),
    noSum,
  );
}

export function sumView(sum: Sum, format: (amount: bigint) => string) {
  const net = sum.credited - sum.reversed;
  return {
    payments: sum.payments,
    credited: format(sum.credited),
    reversed: format(sum.reversed),
    net: format(net),
    refunds: sum.refunds,
    refunded: format(sum.refunded),
    refunds_reversed: format(sum.refundsReversed),
    balance: format(net - sum.refunded + sum.refundsReversed),
  };
}
