// What is known of a network's endpoints, and what can be done about one of them.

/**
 * `deprioritized`: others are asked first, since it lags, fails often or has used up its budget. `cooling_down`: after
 * a fault. `quarantined`: it contradicted most others, and is not asked.
 */
export type EndpointState = 'healthy' | 'deprioritized' | 'cooling_down' | 'wrong_chain' | 'quarantined';

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
  /** How often it asked to slow down. */
  readonly busyAnswers: number;
  /** The share of its budget used in this period; null without a budget. */
  readonly budgetUsed: number | null;
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
}
