// The server's time, estimated from its answers: a wrong clock of the customer must not shorten or lengthen a quote.

export interface ServerClock {
  /** Milliseconds since 1970, by the server's clock. */
  now(): number;
  /**
   * Learns from an HTTP Date header (whole seconds) and the local times at which the request left and the answer came.
   */
  learn(date: string | null, sentAt: number, receivedAt: number): void;
  /** Learns from an exact time that the server wrote at `localTime`. */
  set(serverTime: number, localTime: number): void;
}

/** `localNow` returns milliseconds; it must be steady, but may be wrong. */
export function serverClock(localNow: () => number): ServerClock {
  let offset = 0;
  let uncertainty = Number.POSITIVE_INFINITY;

  const settle = (candidate: number, error: number): void => {
    // A coarser answer that fits the estimate adds nothing; one that does not fit means that the local clock was
    // changed.
    if (error > uncertainty && Math.abs(candidate - offset) <= error + uncertainty) return;
    offset = candidate;
    uncertainty = error;
  };
  return {
    now: () => localNow() + offset,
    learn(date, sentAt, receivedAt) {
      const shown = date === null ? Number.NaN : Date.parse(date);
      if (Number.isNaN(shown)) return;
      // The header drops fractions of a second, so the true time is half a second later on average.
      settle(shown + 500 - (sentAt + receivedAt) / 2, 500 + (receivedAt - sentAt) / 2);
    },
    set(serverTime, localTime) {
      settle(serverTime - localTime, 200);
    },
  };
}

/** The time left as m:ss or h:mm:ss; '0:00' once less than a second is left, so that it never shows too much. */
export function timeLeft(until: number, now: number): string {
  const seconds = Math.max(0, Math.floor((until - now) / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const tail = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** Whether the last two minutes have begun. */
export function isUrgent(until: number, now: number): boolean {
  return until - now < urgentMilliseconds;
}

const urgentMilliseconds = 120_000;
