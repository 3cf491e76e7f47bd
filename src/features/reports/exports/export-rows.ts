// One line of an export for each entry, as comma-separated values or as JSON.

import { currencyOf } from '../../../core/money/currency.ts';
import { formatFixed, formatUnits } from '../../../core/money/decimal.ts';
import { csvRow } from '../../../core/report/csv.ts';
import { codecOf } from '../../../io/chains/codecs.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { ExportEntry } from './export-store.ts';

export type ExportFormat = 'csv' | 'jsonl';

/** In the order of their columns. Money is text; what was taken back is negative. */
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

/** What stands before the first line. */
export function exportHead(format: ExportFormat): string {
  return format === 'csv' ? csvRow(columns) : '';
}

/** With its line end. */
export function exportLine(format: ExportFormat, catalog: Catalog, entry: ExportEntry): string {
  const line = lineOf(catalog, entry);
  if (format === 'jsonl') return `${JSON.stringify(line)}\n`;
  const sources = line.rate_sources.map(({ source, rate, pair }) => [source, pair ?? [], rate].flat().join(' '));
  return csvRow(columns.map((name) => (name === 'rate_sources' ? sources.join('; ') : line[name])));
}
