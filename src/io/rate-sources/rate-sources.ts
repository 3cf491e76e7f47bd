// The sources of prices there are: a new one is a file beside this one and a line here.
import type { RateSourceName } from '../../core/config/config.ts';
import { krakenSource } from './kraken.ts';
import type { Get, RateSource } from './rate-source.ts';

const makers: Readonly<Partial<Record<RateSourceName, (options: { get: Get }) => RateSource>>> = {
  kraken: krakenSource,
};

/** The sources of these names, and the names that this version has no source for yet. */
export function openRateSources(
  names: readonly RateSourceName[],
  get: Get,
): { sources: RateSource[]; missing: RateSourceName[] } {
  return {
    sources: names.flatMap((name) => makers[name]?.({ get }) ?? []),
    missing: names.filter((name) => makers[name] === undefined),
  };
}
