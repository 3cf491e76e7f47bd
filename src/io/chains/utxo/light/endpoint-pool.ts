// The servers of a network without a node: the chain of one is followed, and a second one, if any, is queried as well.
import { ChainFault } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointHealth, EndpointPool } from '../../endpoint-health.ts';
import type { LightEndpoint } from './light-endpoint.ts';

/** A server lags if its head is more than this many blocks below the best one's. */
const toleratedBlocks = 1;

export class LightPool implements EndpointPool {
  readonly #endpoints: readonly LightEndpoint[];
  readonly #tipMillis: number;

  /**
   * `endpoints` are in order of preference. A tip reported within the last `tipMillis` milliseconds counts as the
   * newest.
   */
  constructor(endpoints: readonly LightEndpoint[], tipMillis: number) {
    if (endpoints.length === 0) throw new ChainFault('The network has no endpoint', false);
    this.#endpoints = endpoints;
    this.#tipMillis = tipMillis;
  }

  get health(): readonly EndpointHealth[] {
    return this.#endpoints.flatMap(({ server }) => server.rotation.health);
  }

  avoid(name: string, reason: string): void {
    for (const { server } of this.#endpoints) server.rotation.avoid(name, reason);
  }

  quarantine(name: string, reason: string): void {
    for (const { server } of this.#endpoints) server.rotation.quarantine(name, reason);
  }

  async findStrangers(): Promise<readonly string[]> {
    const found = await Promise.all(this.#endpoints.map(({ server }) => server.rotation.findStrangers()));
    return found.flat();
  }

  /** Throws only if none is usable: not retryable if all answers came from servers of other chains. */
  async checkAll(): Promise<void> {
    const outcomes = await Promise.allSettled(this.#endpoints.map(({ server }) => server.rotation.checkAll()));
    if (outcomes.some(({ status }) => status === 'fulfilled')) return;
    throw worstOf(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])));
  }

  /**
   * The result of the first endpoint that succeeds, in order of health and preference. If all fail, throws the last
   * fault.
   */
  async ask<T>(act: (endpoint: LightEndpoint) => Promise<T>): Promise<T> {
    const faults: unknown[] = [];
    for (const endpoint of this.#inOrder()) {
      try {
        return await act(endpoint);
      } catch (fault) {
        if (!(fault instanceof ChainFault)) throw fault;
        distrust(endpoint, fault);
        faults.push(fault);
      }
    }
    throw worstOf(faults) ?? new ChainFault('Every endpoint of the network is in quarantine', true);
  }

  /**
   * Like ask, with the first endpoint that is not behind the best one. Passes the second endpoint as well, if one
   * answers; its faults delay nothing.
   */
  async follow<T>(act: (endpoint: LightEndpoint, second: LightEndpoint | null) => Promise<T>): Promise<T> {
    const tips = new Map<LightEndpoint, number>();
    const faults: unknown[] = [];
    for (const endpoint of this.#inOrder()) {
      // An unhealthy endpoint is used only if no other answers.
      if (tips.size === 2 || (tips.size === 1 && !endpoint.isHealthy)) break;
      try {
        tips.set(endpoint, (await endpoint.headers.tip(this.#tipMillis)).number);
      } catch (fault) {
        if (!(fault instanceof ChainFault)) throw fault;
        distrust(endpoint, fault);
        faults.push(fault);
      }
    }
    const best = Math.max(...tips.values());
    const fit = [...tips].filter(([, number]) => best - number <= toleratedBlocks).map(([endpoint]) => endpoint);
    for (const endpoint of fit) {
      const second = [...tips.keys()].find((one) => one !== endpoint) ?? null;
      try {
        return await act(endpoint, second);
      } catch (fault) {
        if (!(fault instanceof ChainFault)) throw fault;
        distrust(endpoint, fault);
        faults.push(fault);
      }
    }
    throw worstOf(faults) ?? new ChainFault('Every endpoint of the network is in quarantine', true);
  }

  async close(): Promise<void> {
    await Promise.all(this.#endpoints.map(({ server }) => server.rotation.close()));
  }

  #inOrder(): readonly LightEndpoint[] {
    const fit = this.#endpoints.filter((endpoint) => !endpoint.isQuarantined);
    return [...fit.filter((one) => one.isHealthy), ...fit.filter((one) => !one.isHealthy)];
  }
}

/** Distrusts a server for answers that contradict each other. Its own failures were handled with the request. */
export function distrust({ server }: LightEndpoint, fault: ChainFault): void {
  if (!(fault instanceof EndpointFault) && fault.retryable) server.rotation.distrust(fault.message);
}

function worstOf(faults: readonly unknown[]): unknown {
  return faults.findLast((fault) => !(fault instanceof ChainFault) || fault.retryable) ?? faults.at(-1);
}
