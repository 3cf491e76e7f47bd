// The state of a network's endpoints, and the actions on one of them.

/**
 * The state of an endpoint:
 * - `deprioritized`: others are used first, because it lags, fails often or has used up its budget.
 * - `cooling_down`: it is avoided for a time after a fault.
 * - `wrong_chain`: it serves another chain; it is not used, and is checked again every minute.
 * - `quarantined`: it contradicted most other endpoints, and is not used.
 */
export type EndpointState = 'healthy' | 'deprioritized' | 'cooling_down' | 'wrong_chain' | 'quarantined';

export interface EndpointUsage {
  /** Each call of a batch counts. */
  readonly calls: number;
  /** Bytes as received, without HTTP headers. */
  readonly answerBytes: number;
  /** The cost by its price list, in the provider's units; null without a price list. */
  readonly units: number | null;
  /** The length of the measured period. */
  readonly seconds: number;
}

export interface EndpointHealth {
  /** The host, with a number if several endpoints are on one host. */
  readonly name: string;
  readonly state: EndpointState;
  /** Why it is not healthy, in a sentence without secrets; null if it is healthy. */
  readonly reason: string | null;
  readonly headNumber: number | null;
  /** How many blocks it was behind the best endpoint of its network at the last comparison. */
  readonly lagBlocks: number | null;
  /** The share of failed requests, from 0 to 1: a moving average over about the last twenty. */
  readonly errorRate: number;
  /** Time until an answer: a moving average over about the last ten. */
  readonly latencyMs: number | null;
  readonly requests: number;
  /** For how many more milliseconds it asked for no requests; 0 if it may be used. */
  readonly restMs: number;
  /** How often it asked us to slow down. */
  readonly busyAnswers: number;
  /** The share of its budget used in this period; null without a budget. */
  readonly budgetUsed: number | null;
  /** Its use since the process began to read the network. */
  readonly usage: EndpointUsage;
}

/** The endpoints of a network, as an operator sees them, and the actions on one of them by its name in `health`. */
export interface EndpointPool {
  readonly health: readonly EndpointHealth[];
  /** Puts the endpoint after all others for a while. */
  avoid(name: string, reason: string): void;
  /** Stops using the endpoint for a day, or until the process ends. */
  quarantine(name: string, reason: string): void;
  /**
   * Checks again which chain each endpoint serves, and returns the names of the endpoints that serve another one. They
   * are not used until they serve this chain again. An endpoint that does not answer is not among them. Never rejects.
   */
  findStrangers(): Promise<readonly string[]>;
}

/** The count for a whole day at the measured pace; null if the period is too short. */
export function perDay(counted: number | null, { seconds }: EndpointUsage): number | null {
  return counted === null || seconds < leastSeconds ? null : Math.round((counted * 86_400) / seconds);
}

const leastSeconds = 60;

/** The sum over several endpoints; null if none of them has a value. */
export function sumPerDay(usages: readonly EndpointUsage[], what: 'calls' | 'units' | 'answerBytes'): number | null {
  const known = usages.map((one) => perDay(one[what], one)).filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** The daily use of the endpoints in words, with the cost if a price list gives one. */
export function saysUsage(usages: readonly EndpointUsage[]): string | null {
  const [calls, units] = [sumPerDay(usages, 'calls'), sumPerDay(usages, 'units')];
  const bytes = sumPerDay(usages, 'answerBytes');
  if (calls === null || bytes === null) return null;
  const cost = units === null ? '' : `, ${units.toLocaleString('en')} units`;
  return `${calls.toLocaleString('en')} calls${cost} and ${(bytes / 1e6).toFixed(1)} MB a day at the present pace`;
}

/** From this share of a budget on, only requests that payments wait for are sent. */
export const urgentFrom = 0.8;

/**
 * Whether every endpoint has used this share of its budget (0 to 1) in the present period. Work that is not urgent
 * waits then.
 */
export function isBudgetUsed(pool: EndpointPool | undefined, share: number): boolean {
  const health = pool?.health ?? [];
  return health.length > 0 && health.every(({ budgetUsed }) => budgetUsed !== null && budgetUsed >= share);
}
