// How the TRON stand-in behaves: honestly, or with one of the faults that endpoints have.

/** How the node behaves; change it at any time. */
export interface TronMood {
  /** Whether the log index holds everything, nothing, or all but the last of each answer. */
  logs: 'whole' | 'empty' | 'cut';
  /** Of execution results likewise; or all of them, without what they logged, but by the API of solidified blocks. */
  results: 'whole' | 'empty' | 'cut' | 'unlogged';
  /** Blocks come with all their transactions, with none, or with all but the last. */
  transactions: 'whole' | 'none' | 'cut';
  /** Addresses come as people write them, which callers may ask for with `visible`. */
  visible: boolean;
  /** Whether it tells who is elected, tells of others, or knows nothing of that. */
  elected: 'told' | 'others' | 'untold';
  /** Switched off on many nodes. */
  jsonRpc: boolean;
  finalizedTag: boolean;
  solidityApi: boolean;
  /** Blocks that it does not know yet. */
  lag: number;
  /** The oldest block that it still has. */
  oldest: number;
  /** It closes every connection. */
  breaksOff: boolean;
  /** Blocks at most that are solidified, whatever the head: representatives stand still. */
  solidUpTo: number;
  /** So many requests more are refused with 403, as TronGrid does. */
  suspended: number;
  /** Until then, by performance.now(), all is refused with TronGrid's 429: for how long, only its words say. */
  suspendedUntil: number;
  /** Its JSON-RPC is of another network than the rest. */
  stranger: boolean;
}

export function honestMood(): TronMood {
  return {
    logs: 'whole',
    results: 'whole',
    transactions: 'whole',
    visible: false,
    elected: 'told',
    jsonRpc: true,
    finalizedTag: true,
    solidityApi: true,
    lag: 0,
    oldest: 0,
    breaksOff: false,
    solidUpTo: Number.POSITIVE_INFINITY,
    suspended: 0,
    suspendedUntil: 0,
    stranger: false,
  };
}
