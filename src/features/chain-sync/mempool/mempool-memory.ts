// What a process remembers between its looks at what waits to be mined.

/** Kept so that each look is short. */
export interface LookMemory {
  /** What was waiting and was recorded at the last look. */
  recorded: ReadonlySet<string>;
  /** When the last look was, on the network's clock, and up to when the database knows of it; null before the first. */
  lookedAt: Date | null;
  notedAt: Date | null;
  /** The block at which those were asked after that no node knew any more. */
  askedAt: string | null;
  faults: number;
}

export function noLooks(): LookMemory {
  return { recorded: new Set(), lookedAt: null, notedAt: null, askedAt: null, faults: 0 };
}
