// Limits the open invoice streams: per invoice and client address, and per process.

import { clientKey } from '../../../core/client-key.ts';
import { Overload } from '../../../core/problem.ts';
import { streamFigures } from './stream-figures.ts';

/** A page in a further window polls instead. */
const mostFromOnePlace = 20;
const mostInProcess = 5_000;
/** The checkout page waits this long before it tries again. */
const retryAfterSeconds = 15;

export interface StreamPlaces {
  /**
   * Takes a place. Returns a function that releases it, which may be called twice. Throws Overload if there is no
   * place.
   */
  take(invoiceId: string, address: string | null): () => void;
}

/** Addresses count as in rate limits: IPv6 by its first 64 bits. */
export function streamPlaces(): StreamPlaces {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    take(invoiceId, address) {
      const place = `${invoiceId} ${address === null ? '' : clientKey(address)}`;
      const here = taken.get(place) ?? 0;
      if (here >= mostFromOnePlace)
        throw refusal(`An invoice has at most ${mostFromOnePlace} streams to one client address.`);
      if (total >= mostInProcess) throw refusal('Too many streams are open.');
      taken.set(place, here + 1);
      total += 1;
      streamFigures.open += 1;
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        total -= 1;
        streamFigures.open -= 1;
        const left = (taken.get(place) ?? 1) - 1;
        if (left > 0) taken.set(place, left);
        else taken.delete(place);
      };
    },
  };
}

function refusal(detail: string): Overload {
  streamFigures.refused += 1;
  return new Overload(detail, retryAfterSeconds);
}
