// How many may follow invoices at once: so many of one invoice from one place, and so many in this process.

import { clientKey } from '../../../core/client-key.ts';
import { Overload } from '../../../core/problem.ts';
import { streamFigures } from './stream-figures.ts';

/** Whoever opens an invoice in more windows than this has it asked for by the page instead. */
const mostFromOnePlace = 20;
const mostInProcess = 5_000;
/** As long as the checkout page waits before it tries again. */
const retryAfterSeconds = 15;

export interface StreamPlaces {
  /** Takes a place; answers how to give it back, which may be done twice. Throws Overload where none is free. */
  take(invoiceId: string, address: string | null): () => void;
}

/** Addresses count as rate limits count them: IPv6 by its first 64 bits. */
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
