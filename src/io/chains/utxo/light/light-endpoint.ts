// One server, with its chain of headers and the script histories that it reports for each set of watched addresses.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import type { UtxoParams } from '../params.ts';
import type { LightServer } from './light-server.ts';
import { HeaderChain } from './proofs/header-chain.ts';
import { type ChainPlace, ScriptFollower } from './script-follower.ts';
import type { WatchedScripts } from './watched-scripts.ts';

export class LightEndpoint {
  readonly server: LightServer;
  readonly headers: HeaderChain;
  readonly #now: () => number;
  readonly #followers = new WeakMap<WatchedScripts, ScriptFollower>();

  constructor(server: LightServer, params: UtxoParams, now: () => number) {
    this.server = server;
    this.#now = now;
    this.headers = new HeaderChain(server, params);
  }

  follower(watched: WatchedScripts): ScriptFollower {
    const known = this.#followers.get(watched);
    if (known !== undefined) return known;
    const follower = new ScriptFollower(this.server, watched, this.#now);
    this.#followers.set(watched, follower);
    return follower;
  }

  placeAt(tip: BlockHeader): ChainPlace {
    return { tip: tip.number, branch: this.headers.branch };
  }

  /** Healthy endpoints are used before the others. */
  get isHealthy(): boolean {
    return this.server.rotation.health.every(({ state }) => state === 'healthy' || state === 'deprioritized');
  }

  get isQuarantined(): boolean {
    return this.server.rotation.health.every(({ state }) => state === 'quarantined');
  }
}
