// Metadata of an order: pairs of text from the merchant's program, cut to the limits.
import type { Warnings } from './caption.ts';

export const mostPairs = 50;
export const mostNameLength = 100;
export const mostValueLength = 2_000;
export const mostMetadataBytes = 8 * 1024;

/**
 * Reads any JSON value as metadata. Values become text; pairs without a name or a value are dropped. Pairs beyond the
 * limits are cut or dropped with a warning, later pairs first. The elements of a list are named by their index, from 0.
 */
export function readMetadataPairs(given: unknown, warnings: Warnings): Readonly<Record<string, string>> {
  if (given === null || given === undefined || given === '') return {};
  if (typeof given !== 'object') {
    warnings.add('metadata', 'invalid_format');
    return {};
  }
  const pairs = new Map<string, string>();
  let bytes = 2;
  for (const [written, value] of Object.entries(given)) {
    const pair = readPair(written, value, warnings);
    if (pair === null) continue;
    const size = bytesOf(pair);
    if (pairs.size >= mostPairs) {
      warnings.add('metadata', 'too_many');
      break;
    }
    if (pairs.has(pair.name)) warnings.add(`metadata.${pair.name}`, 'too_many');
    else if (bytes + size > mostMetadataBytes) warnings.add(`metadata.${pair.name}`, 'too_long');
    else {
      pairs.set(pair.name, pair.value);
      bytes += size;
    }
  }
  return Object.fromEntries(pairs);
}

interface Pair {
  readonly name: string;
  readonly value: string;
}

function readPair(written: string, given: unknown, warnings: Warnings): Pair | null {
  const limits = { name: { most: mostNameLength, hasLines: true }, value: { most: mostValueLength, hasLines: true } };
  const name = warnings.caption('metadata', written, limits.name);
  if (name === null) {
    warnings.add('metadata', 'invalid_format');
    return null;
  }
  const value = warnings.caption(`metadata.${name}`, given, limits.value);
  return value === null ? null : { name, value };
}

const utf8 = new TextEncoder();

/** Length of the pair in JSON: both texts, a colon and a comma. */
function bytesOf({ name, value }: Pair): number {
  return utf8.encode(JSON.stringify(name) + JSON.stringify(value)).length + 2;
}
