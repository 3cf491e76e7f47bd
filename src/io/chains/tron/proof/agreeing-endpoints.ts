// Asks each endpoint of a TRON network separately, for facts on which a single one must not be believed.
import { ChainFault } from '../../chain.ts';
import type { EndpointPool } from '../../endpoint-health.ts';
import type { JsonRpcClient } from '../../json-rpc.ts';

/** The answers of the endpoints, one each, and the faults of the others, in no particular order. */
export interface Answers<T> {
  readonly answers: readonly T[];
  readonly faults: readonly unknown[];
}

export class SeparateEndpoints {
  readonly #clients: readonly JsonRpcClient[];
  readonly #pool: Pick<EndpointPool, 'health'>;
  readonly #check: (client: JsonRpcClient) => Promise<void>;
  readonly #checked = new Map<JsonRpcClient, Promise<void>>();

  /**
   * `pool` reports the health of the same clients, in the same order. `check` throws ChainFault for another network.
   */
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
   * Asks the endpoints that keep up and did not ask for a rest; if there are none, all that may be used. An endpoint
   * that is avoided for a while is asked too. Otherwise a dishonest one could make the others look wrong and decide
   * alone. Endpoints that do not answer are left out. Throws only errors that are no ChainFault.
   */
  async each<T>(act: (client: JsonRpcClient) => Promise<T>): Promise<Answers<T>> {
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
