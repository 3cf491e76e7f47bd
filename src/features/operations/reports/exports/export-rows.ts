// Renders an entry of an export as a line of CSV or JSON.

import { currencyOf } from '../../../../core/money/currency.ts';
import { formatFixed, formatUnits } from '../../../../core/money/decimal.ts';
import { csvRow } from '../../../../core/report/csv.ts';
import { codecOf } from '../../../../io/chains/codecs.ts';
import type { Catalog } from '../../../known/catalog/catalog.ts';
import type { ExportEntry } from './export-store.ts';

export type ExportFormat = 'csv' | 'jsonl';

/** In the order of the columns. Amounts are strings; reversals are negative. */
function lineOf(catalog: Catalog, entry: ExportEntry) {
  const asset = catalog.assetById(entry.assetId);
  if (asset === null) throw new Error(`asset ${entry.assetId} is not in the catalog`);
  const { network, cryptocurrency, contract } = asset;
  const address = (canonical: string | null) =>
    canonical === null ? null : codecOf(network.family).showAddress(canonical, network.facts);
  const sign = entry.isReversal ? -1n : 1n;
  return {
    date: entry.at.toISOString(),
    type: entry.isReversal ? 'reversal' : 'credit',
    value: formatFixed(sign * entry.value, currencyOf(entry.currency)?.decimals ?? 2),
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
    block: Number(entry.block),
    from: address(entry.sender),
    to: address(entry.recipient),
    invoice_id: entry.invoiceId,
    reference: entry.reference,
    transaction_id: entry.transactionId,
    credit_id: entry.id,
    reason: entry.reason,
    matched_by: entry.matchedBy,
  };
}

const columns: readonly (keyof ReturnType<typeof lineOf>)[] = [
  ...(['date', 'type', 'value', 'currency', 'amount', 'cryptocurrency', 'network', 'contract'] as const),
  ...(['rate', 'rate_method', 'rate_at', 'rate_sources', 'hash', 'block', 'from', 'to', 'invoice_id'] as const),
  ...(['reference', 'transaction_id', 'credit_id', 'reason', 'matched_by'] as const),
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
  return exportHead(format) + written(format, sample);
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
};

function written(format: ExportFormat, line: Line): string {
  if (format === 'jsonl') return `${JSON.stringify(line)}\n`;
  const sources = line.rate_sources.map(({ source, rate, pair }) => [source, pair ?? [], rate].flat().join(' '));
  return csvRow(columns.map((name) => (name === 'rate_sources' ? sources.join('; ') : line[name])));
}
