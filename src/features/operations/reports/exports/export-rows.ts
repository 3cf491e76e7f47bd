// Renders an entry of an export as a line of CSV or JSON.

import { currencyOf } from '../../../../core/money/currency.ts';
import { formatFixed, formatUnits } from '../../../../core/money/decimal.ts';
import { parseRate, type SourceAnswer, valueAtRate } from '../../../../core/money/rate.ts';
import { csvRow } from '../../../../core/report/csv.ts';
import { codecOf } from '../../../../io/chains/codecs.ts';
import type { Asset, Catalog } from '../../../known/catalog/catalog.ts';
import type { ExportEntry } from './export-store.ts';

export type ExportFormat = 'csv' | 'jsonl';

/** In the order of the columns. Amounts are strings; refunds are negative, and reversals have the opposite sign. */
function lineOf(catalog: Catalog, entry: ExportEntry) {
  const asset = catalog.assetById(entry.assetId);
  if (asset === null) throw new Error(`asset ${entry.assetId} is not in the catalog`);
  const { network, cryptocurrency, contract } = asset;
  const address = (canonical: string | null) =>
    canonical === null ? null : codecOf(network.family).showAddress(canonical, network.facts);
  const isRefund = entry.kind === 'refund';
  const sign = isRefund === entry.isReversal ? 1n : -1n;
  return {
    date: entry.at.toISOString(),
    type: typeOf(entry),
    value: fiat(entry, sign * entry.value),
    currency: entry.currency,
    amount: formatUnits(sign * entry.amount, asset.decimals),
    cryptocurrency: cryptocurrency.symbol,
    network: network.symbol,
    contract: contract === '' ? null : address(contract),
    rate: entry.rate,
    rate_method: entry.rateEvidence.method,
    rate_at: entry.rateEvidence.at,
    rate_sources: entry.rateEvidence.sources,
    hash: entry.txHash,
    block: entry.block,
    from: address(entry.sender),
    to: address(entry.recipient),
    invoice_id: entry.invoiceId,
    reference: entry.reference,
    transaction_id: entry.transactionId,
    credit_id: isRefund ? null : entry.id,
    reason: entry.reason,
    matched_by: entry.matchedBy,
    kind: entry.kind,
    refund_id: entry.refundId,
    ...atSending(entry, asset, sign),
  };
}

function typeOf({ kind, isReversal }: ExportEntry): 'credit' | 'reversal' | 'refund' | 'refund_reversal' {
  if (kind === 'refund') return isReversal ? 'refund_reversal' : 'refund';
  return isReversal ? 'reversal' : 'credit';
}

/** The market value of a refund when its transfer was seen, because the refund itself can have an older rate. */
function atSending(entry: ExportEntry, asset: Asset, sign: bigint) {
  const { amount, currency, sendingRate, sendingRateEvidence } = entry;
  const rate = sendingRate === null ? null : parseRate(sendingRate);
  const worth = rate === null ? null : valueAtRate(amount, asset.decimals, rate, minorDecimals(currency));
  return {
    sending_value: worth === null ? null : fiat(entry, sign * worth),
    sending_rate: sendingRate,
    sending_rate_method: sendingRateEvidence?.method ?? null,
    sending_rate_at: sendingRateEvidence?.at ?? null,
    sending_rate_sources: sendingRateEvidence?.sources ?? null,
  };
}

function fiat({ currency }: ExportEntry, value: bigint): string {
  return formatFixed(value, minorDecimals(currency));
}

function minorDecimals(currency: string): number {
  return currencyOf(currency)?.decimals ?? 2;
}

const columns: readonly (keyof ReturnType<typeof lineOf>)[] = [
  ...(['date', 'type', 'value', 'currency', 'amount', 'cryptocurrency', 'network', 'contract'] as const),
  ...(['rate', 'rate_method', 'rate_at', 'rate_sources', 'hash', 'block', 'from', 'to', 'invoice_id'] as const),
  ...(['reference', 'transaction_id', 'credit_id', 'reason', 'matched_by', 'kind', 'refund_id'] as const),
  ...(['sending_value', 'sending_rate', 'sending_rate_method', 'sending_rate_at', 'sending_rate_sources'] as const),
];

/** Returns the text before the first line. */
export function exportHead(format: ExportFormat): string {
  return format === 'csv' ? csvRow(columns) : '';
}

/** Includes the line end. */
export function exportLine(format: ExportFormat, catalog: Catalog, entry: ExportEntry): string {
  return written(format, lineOf(catalog, entry));
}

/** Returns a file with one line, as an example for the API document. */
export function exportExample(format: ExportFormat): string {
  return exportHead(format) + written(format, sample) + written(format, refundSample);
}

type Line = ReturnType<typeof lineOf>;

const sample: Line = {
  date: '2026-01-15T09:30:00.000Z',
  type: 'credit',
  value: '15.00',
  currency: 'USD',
  amount: '0.006',
  cryptocurrency: 'ETH',
  network: 'ethereum',
  contract: null,
  rate: '2500',
  rate_method: 'median',
  rate_at: '2026-01-15T09:12:00.000Z',
  rate_sources: [{ source: 'kraken', rate: '2500', at: '2026-01-15T09:11:58.000Z' }],
  hash: '0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b',
  block: 19_436_021,
  from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  invoice_id: '7b0e1f9c-3a52-4c8d-9f16-5d2e8a7b4c03',
  reference: 'order-1042',
  transaction_id: '0198c2f5-0c21-7b9f-a3d8-4c6e1f8a5b04',
  credit_id: '0198c2f5-7a10-7c3e-9a51-2f6d8e4b7c01',
  reason: null,
  matched_by: 'sender',
  kind: 'payment',
  refund_id: null,
  sending_value: null,
  sending_rate: null,
  sending_rate_method: null,
  sending_rate_at: null,
  sending_rate_sources: null,
};

const refundSample: Line = {
  ...sample,
  date: '2026-01-16T14:05:00.000Z',
  type: 'refund',
  value: '-5.00',
  amount: '-0.002',
  hash: '0x3b9a1f70f7b8c4ac7e2d34c0b9d0fd2b3a6a31f2a2a5de6d3a1a1ef4f7c0a8d5',
  block: 19_443_410,
  from: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  transaction_id: null,
  credit_id: null,
  reason: 'One item was out of stock.',
  matched_by: null,
  kind: 'refund',
  refund_id: '5f0c0b6e-6f3e-4f57-9f0a-1c1f2f0f7a11',
  sending_value: '-5.20',
  sending_rate: '2600',
  sending_rate_method: 'median',
  sending_rate_at: '2026-01-16T14:02:00.000Z',
  sending_rate_sources: [{ source: 'kraken', rate: '2600', at: '2026-01-16T14:01:57.000Z' }],
};

function written(format: ExportFormat, line: Line): string {
  if (format === 'jsonl') return `${JSON.stringify(line)}\n`;
  return csvRow(
    columns.map((name) => {
      const value = line[name];
      return typeof value === 'object' && value !== null ? sourcesText(value) : value;
    }),
  );
}

function sourcesText(sources: readonly SourceAnswer[]): string {
  return sources.map(({ source, rate, pair }) => [source, pair ?? [], rate].flat().join(' ')).join('; ');
}
