// Checks that an elected representative's key signed a TRON block.
import { every } from '../../../timing/throttle.ts';
import { malformed } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import { shownTronAddress } from '../address.ts';
import type { SeparateEndpoints } from './agreeing-endpoints.ts';
import type { ProvedHeader } from './header-proof.ts';
import { agreedTerm, isUnanimous, readBlockKey, readTerm, type Term } from './term.ts';

/** The accounts that may make blocks, from any source. */
export interface BlockSigners {
  /** Throws a retryable ChainFault for a block that none of them signed. */
  vouchFor(proved: ProvedHeader): Promise<void>;
}

/**
 * The shortest time between two requests for the elected representatives: after a block of an unknown one, and after
 * the end of a term.
 */
const unknownSignerMillis = 2_000;
const overdueMillis = 30_000;
/** How long to wait before endpoints that know no election are asked again. */
const unknownMillis = 600_000;

/**
 * A term that is reported this soon after the end of the previous one follows it directly, because terms last hours.
 */
const adjacentMillis = 600_000;

/**
 * The known present and previous term. Endpoints report the present election only. Blocks below the head at the first
 * request are therefore not checked against it. Their ids and transactions are proved, and their links to a block that
 * is checked.
 */
export class Representatives implements BlockSigners {
  readonly #separateEndpoints: Pick<SeparateEndpoints, 'each'>;
  readonly #say: (message: string) => void;
  readonly #strangers = every(unknownSignerMillis);
  readonly #overdue = every(overdueMillis);
  readonly #unknown = every(unknownMillis);
  #term: Term | null = null;
  #before: ReadonlySet<string> = new Set();
  /** By representative, the reported addresses of its block keys, and when they may be requested again. */
  readonly #keys = new Map<string, Set<string>>();
  readonly #keyAsks = new Map<string, ReturnType<typeof every>>();
  /** Blocks with a later timestamp, or at or above the height of a checked block, are checked. */
  #since = Number.POSITIVE_INFINITY;
  #from = Number.POSITIVE_INFINITY;
  #asking: Promise<unknown> = Promise.resolve();

  /** `say` receives a sentence if no endpoint knows the elected representatives, or if endpoints disagree. */
  constructor(separateEndpoints: Pick<SeparateEndpoints, 'each'>, say: (message: string) => void) {
    this.#separateEndpoints = separateEndpoints;
    this.#say = say;
  }

  /** Throws a retryable ChainFault for a block that no elected representative signed. */
  async vouchFor(proved: ProvedHeader): Promise<void> {
    const { header, timestamp, witness, signer } = proved;
    if (this.#term === null || timestamp >= this.#term.endsAt) await this.#inTurn(() => this.#learn(timestamp));
    if (this.#term === null || (timestamp < this.#since && header.number < this.#from)) return;
    const isElected = () => this.#term?.elected.has(witness) === true || this.#before.has(witness);
    if (!isElected()) await this.#inTurn(async () => isElected() || (await this.#meet()));
    if (!isElected()) throw malformed(`Block ${header.number} is by ${shownTronAddress(witness)}, who is not elected`);
    const isRight = () => signer === witness || this.#keys.get(witness)?.has(signer) === true;
    if (!isRight()) await this.#inTurn(async () => isRight() || (await this.#askForKey(witness)));
    if (!isRight()) throw malformed(`Block ${header.number} is not signed by the key of ${shownTronAddress(witness)}`);
    this.#from = Math.min(this.#from, header.number);
  }

  /** Runs one request after the other, because blocks are read in parallel and need the same answer. */
  #inTurn(act: () => Promise<unknown>): Promise<unknown> {
    const done = this.#asking.then(act);
    this.#asking = done.catch(() => {});
    return done;
  }

  /** Asks at the first block, and when a block's time is past the end of the term. */
  async #learn(timestamp: number): Promise<void> {
    if (this.#term === null ? !this.#unknown.isDue : timestamp < this.#term.endsAt || !this.#overdue.isDue) return;
    if (this.#term !== null) this.#overdue.restart();
    await this.#ask();
    if (this.#term === null) this.#unknown.restart();
  }

  async #meet(): Promise<void> {
    if (!this.#strangers.isDue) return;
    this.#strangers.restart();
    await this.#ask();
  }

  async #ask(): Promise<void> {
    const { answers, faults } = await this.#separateEndpoints.each(readTerm);
    const known = new Set([...(this.#term?.elected ?? []), ...this.#before]);
    const told = agreedTerm(answers, known);
    if (told !== null) {
      if (!isUnanimous(answers))
        this.#say(`${answers.map(({ by }) => by).join(', ')} disagree on the elected representatives`);
      return this.#begin(told);
    }
    if (this.#term !== null) return;
    const away = faults.find(isAway);
    if (away !== undefined) throw away;
    this.#say('no endpoint reports the elected representatives: the signers of blocks are not checked');
  }

  #begin(told: Term): void {
    const last = this.#term;
    this.#term = told;
    if (last !== null && told.endsAt <= last.endsAt) return;
    const isNext = last !== null && told.reportedAt <= last.endsAt + adjacentMillis;
    this.#before = isNext ? last.elected : new Set();
    // There may have been a term in between, which no endpoint reports any more.
    if (!isNext) {
      this.#since = told.reportedAt;
      this.#from = Number.POSITIVE_INFINITY;
    }
  }

  /** If several endpoints answer, two must agree. */
  async #askForKey(representative: string): Promise<void> {
    const again = this.#keyAsks.get(representative) ?? every(unknownSignerMillis);
    if (!again.isDue) return;
    const { answers, faults } = await this.#separateEndpoints.each((client) => readBlockKey(client, representative));
    const told = answers.filter((key) => key !== null);
    const agreed = told.find((key) => told.filter((one) => one === key).length >= Math.min(2, told.length));
    const away = faults.find(isAway);
    if (agreed === undefined && away !== undefined) throw away;
    again.restart();
    this.#keyAsks.set(representative, again);
    if (agreed === undefined) return;
    this.#keys.set(representative, (this.#keys.get(representative) ?? new Set()).add(agreed));
  }
}

/** Whether the endpoint may answer later. Any other fault means that it does not report the fact at all. */
function isAway(fault: unknown): boolean {
  return fault instanceof EndpointFault && (fault.failure === 'unreachable' || fault.failure === 'busy');
}
