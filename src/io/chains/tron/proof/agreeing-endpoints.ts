// Asks every endpoint of a TRON network by itself, where one alone must not be believed.
import { ChainFault } from '../../chain.ts';
import type { EndpointPool } from '../../endpoint-health.ts';
import type { JsonRpcClient } from '../../json-rpc.ts';

/** What the endpoints told, one each, and what kept the others from it. Neither is in any order. */
export interface Told<T> {
  readonly answers: readonly T[];
  readonly faults: readonly unknown[];
}

export class Tellers {
  readonly #clients: readonly JsonRpcClient[];
  readonly #pool: Pick<EndpointPool, 'health'>;
  readonly #check: (client: JsonRpcClient) => Promise<void>;
  readonly #checked = new Map<JsonRpcClient, Promise<void>>();

  /** `pool`: how the same clients are, in the same order. `check` throws ChainFault for one of another network. */
  constructor(
    clients: readonly JsonRpcClient[],
    pool: Pick<EndpointPool, 'health'>,
    check: (client: JsonRpcClient) => Promise<void>,
  ) {
    this.#clients = clients;
    this.#pool = pool;
    this.#check = check;
  }

  /**
   * Those that keep up and did not ask to be left alone; where none does, those that may be asked at all. One that is
   * avoided for a while has its say:
   * else one that lies could be alone with its word, by making others look wrong. Whoever does not answer has none.
   * Throws only what is no ChainFault.
   */
  async each<T>(act: (client: JsonRpcClient) => Promise<T>): Promise<Told<T>> {
    const { health } = this.#pool;
    const states = health.map(({ state, restMs }) => (restMs > 0 ? 'rests' : state));
    const fit = this.#clients.filter((_, at) => states[at] !== 'quarantined' && states[at] !== 'wrong_chain');
    const isUpToDate = (state: string | undefined) => state !== 'deprioritized' && state !== 'rests';
    const upToDate = fit.filter((client) => isUpToDate(states[this.#clients.indexOf(client)]));
    const asked = upToDate.length > 0 ? upToDate : fit;
    const outcomes = await Promise.allSettled(
      asked.map(async (client) => {
        await this.#isOfThisNetwork(client);
        return act(client);
      }),
    );
    const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const faults = outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : []));
    const bug = faults.find((fault) => !(fault instanceof ChainFault));
    if (bug !== undefined) throw bug;
    return { answers, faults };
  }

  #isOfThisNetwork(client: JsonRpcClient): Promise<void> {
    const known = this.#checked.get(client);
    if (known !== undefined) return known;
    const checking = this.#check(client);
    this.#checked.set(client, checking);
    checking.catch(() => this.#checked.delete(client));
    return checking;
  }
}
