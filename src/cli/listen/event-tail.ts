// Finds new events in a feed that lists the newest first, including events that commit shortly after younger ones.
import type { EventFeed, FeedEvent } from './event-feed.ts';

/** How long after its own time an event may appear. An event's time is taken before its commit. */
const marginMillis = 120_000;

export class EventTail {
  /** Times by id of the events seen within the margin; null before the first call. */
  #met: Map<string, number> | null = null;

  /**
   * The events since the last call, oldest first. The first call returns none. Events of a failed call are read again.
   */
  async next(feed: EventFeed): Promise<FeedEvent[]> {
    const met = this.#met;
    let newest = Math.max(...(met?.values() ?? []), Number.NEGATIVE_INFINITY);
    const found: FeedEvent[] = [];
    for (let next: string | null = null, isOver = false; !isOver; ) {
      const page = await feed.page(next);
      found.push(...page.events);
      const oldest = page.events.at(-1);
      if (met === null && found[0] !== undefined) newest = Date.parse(found[0].timestamp);
      next = page.next;
      isOver = next === null || oldest === undefined || Date.parse(oldest.timestamp) < newest - marginMillis;
    }
    this.#met = recent([...(met ?? []), ...found.map((one): [string, number] => [one.id, Date.parse(one.timestamp)])]);
    if (met === null) return [];
    return found.filter((one) => !met.has(one.id) && Date.parse(one.timestamp) >= newest - marginMillis).reverse();
  }
}

function recent(events: readonly [string, number][]): Map<string, number> {
  const newest = Math.max(...events.map(([, at]) => at), Number.NEGATIVE_INFINITY);
  return new Map(events.filter(([, at]) => at >= newest - 2 * marginMillis));
}
