// The servers of a network without a node: one is followed, and a second one is heard beside it where there is one.
import { ChainFault } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointHealth, EndpointPool } from '../../endpoint-health.ts';
import type { LightEndpoint } from './light-endpoint.ts';

/** A head so many blocks below the best one's belongs to a server that lags. */
const toleratedBlocks = 1;

export class LightPool implements EndpointPool {
  readonly #endpoints: readonly LightEndpoint[];
  readonly #tipMillis: number;

  /** In order of preference; a tip that was told no longer ago than `tipMillis` is believed to be the newest. */
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

  /** Throws only if none is fit: not retryable if only servers of other chains answered. */
  async checkAll(): Promise<void> {
    const outcomes = await Promise.allSettled(this.#endpoints.map(({ server }) => server.rotation.checkAll()));
    if (outcomes.some(({ status }) => status === 'fulfilled')) return;
    throw worstOf(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])));
  }

  /** What the first says that can, in the order of preference and of health. Throws what kept the last from it. */
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
   * As ask, by the first whose chain is not below the best one's. With it, the second one, where there is one that
   * answers: its word is heard, and its faults keep nobody waiting.
   */
  async follow<T>(act: (endpoint: LightEndpoint, second: LightEndpoint | null) => Promise<T>): Promise<T> {
    const tips = new Map<LightEndpoint, number>();
    const faults: unknown[] = [];
    for (const endpoint of this.#inOrder()) {
      // One that rests is asked only where no other answers.
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

/** What an endpoint failed at by itself was seen where it was asked; this is about answers that are not so. */
export function distrust({ server }: LightEndpoint, fault: ChainFault): void {
  if (!(fault instanceof EndpointFault) && fault.retryable) server.rotation.distrust(fault.message);
}

function worstOf(faults: readonly unknown[]): unknown {
  return faults.findLast((fault) => !(fault instanceof ChainFault) || fault.retryable) ?? faults.at(-1);
}
