// Schedules requests for the next block on chains whose blocks come in slots of fixed length.

/** A block comes at one of the times `from` + n × `seconds`, or the slot stays empty. `from` in Unix seconds. */
export interface BlockSlots {
  readonly seconds: number;
  readonly from: number;
}

export interface LastBlock {
  /** The block's own time, in Unix seconds. */
  readonly time: number;
  /**
   * The delay between a block's own time and its appearance on our clock, measured from the newest blocks. Negative if
   * our clock is behind.
   */
  readonly showsAfterMillis: number;
}

/** Requests begin this much earlier than recent blocks appeared. A request in vain costs one call and one second. */
const earlyMillis = 100;
/** The interval of requests for a block that is due. */
const dueMillis = 1_000;

/**
 * How long to wait before the next request, in milliseconds. `pollMillis`: the wait for chains without slots, and for
 * chains whose last block was not in a slot.
 */
export function pauseUntilNext(last: LastBlock, slots: BlockSlots | null, pollMillis: number, now: number): number {
  if (slots === null || (last.time - slots.from) % slots.seconds !== 0) return pollMillis;
  const slotMillis = slots.seconds * 1000;
  const dueIn = last.time * 1000 + slotMillis + last.showsAfterMillis - earlyMillis - now;
  if (dueIn > slotMillis) return pollMillis;
  // After an empty slot, the next block is due one slot later.
  const isEmpty = dueIn < -slotMillis / 2;
  return isEmpty ? pollMillis : Math.max(dueIn, Math.min(dueMillis, pollMillis));
}
