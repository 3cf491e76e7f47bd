// What is known of a network's endpoints, and what can be done about one of them.

/**
 * `deprioritized`: others are asked first, since it lags, fails often or has used up its budget. `cooling_down`: after
 * a fault. `wrong_chain`: it is another chain, is not used, and is asked again every minute. `quarantined`: it
 * contradicted most others, and is not asked.
 */
export type EndpointState = 'healthy' | 'deprioritized' | 'cooling_down' | 'wrong_chain' | 'quarantined';

export interface EndpointUsage {
  /** Each call of a batch for itself. */
  readonly calls: number;
  /** As they came over the wire, without headers of HTTP. */
  readonly answerBytes: number;
  /** What that costs by its price list, in its provider's units; null without one. */
  readonly units: number | null;
  /** How long that took. */
  readonly seconds: number;
}

export interface EndpointHealth {
  /** The host, with a number where several endpoints are on one. */
  readonly name: string;
  readonly state: EndpointState;
  /** Why it is not healthy, in a sentence without secrets; null where it is. */
  readonly reason: string | null;
  readonly headNumber: number | null;
  /** How many blocks it was behind the best of its network when they were last compared. */
  readonly lagBlocks: number | null;
  /** The share of failed requests, from 0 to 1: a moving average over about the last twenty. */
  readonly errorRate: number;
  /** Of answered requests: a moving average over about the last ten. */
  readonly latencyMs: number | null;
  readonly requests: number;
  /** For how many milliseconds it asked not to be asked; 0 where it may be. */
  readonly restMs: number;
  /** How often it asked to slow down. */
  readonly busyAnswers: number;
  /** The share of its budget used in this period; null without a budget. */
  readonly budgetUsed: number | null;
  /** What it was asked since the process began to read the network. */
  readonly usage: EndpointUsage;
}

/**
 * What an operator is told of a network's endpoints, and what can be done about one of them, by its name in `health`.
 */
export interface EndpointPool {
  readonly health: readonly EndpointHealth[];
  /** It is asked after all others for a while. */
  avoid(name: string, reason: string): void;
  /** It is not asked any more for a day, or until the process ends. */
  quarantine(name: string, reason: string): void;
  /**
   * Asks each of them anew which chain it is, and answers the names of those that are another one: they are not used
   * until they are this one again. One that gives no answer is none of them. Never rejects.
   */
  findStrangers(): Promise<readonly string[]>;
}

/** So much of it in a day, at the pace of what was counted; null where that is too short to tell. */
export function perDay(counted: number | null, { seconds }: EndpointUsage): number | null {
  return counted === null || seconds < leastSeconds ? null : Math.round((counted * 86_400) / seconds);
}

const leastSeconds = 60;

/** Of several endpoints together; null where nothing is known of any. */
export function sumPerDay(usages: readonly EndpointUsage[], what: 'calls' | 'units' | 'answerBytes'): number | null {
  const known = usages.map((one) => perDay(one[what], one)).filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** What endpoints are asked in a day, and what that costs where a price list says so, in words. */
export function saysUsage(usages: readonly EndpointUsage[]): string | null {
  const [calls, units] = [sumPerDay(usages, 'calls'), sumPerDay(usages, 'units')];
  const bytes = sumPerDay(usages, 'answerBytes');
  if (calls === null || bytes === null) return null;
  const cost = units === null ? '' : `, ${units.toLocaleString('en')} units`;
  return `${calls.toLocaleString('en')} calls${cost} and ${(bytes / 1e6).toFixed(1)} MB a day at the present pace`;
}

/** From this share of a budget on only what payments wait for is asked. */
export const urgentFrom = 0.8;

/** Whether each of them was asked so much of its budget (0 to 1) in this period: what is not urgent waits then. */
export function isBudgetUsed(pool: EndpointPool | undefined, share: number): boolean {
  const health = pool?.health ?? [];
  return health.length > 0 && health.every(({ budgetUsed }) => budgetUsed !== null && budgetUsed >= share);
}
