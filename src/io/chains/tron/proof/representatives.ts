// Checks that a TRON block was signed for a representative who is elected, by the key that signs for it.
import { every } from '../../../throttle.ts';
import { malformed } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import { shownTronAddress } from '../address.ts';
import type { Tellers } from './agreeing-endpoints.ts';
import type { ProvedHeader } from './header-proof.ts';
import { agreedTerm, isUnanimous, readBlockKey, readTerm, type Term } from './term.ts';

/** Who may make blocks, however that is known. */
export interface BlockSigners {
  /** Throws a retryable ChainFault for a block that none of them signed. */
  vouchFor(proved: ProvedHeader): Promise<void>;
}

/** How often who is elected is asked again for a stranger's block, or where the term should be over. */
const strangerMillis = 2_000;
const overdueMillis = 30_000;
/** Where nobody tells at all, it is tried again after so long. */
const untoldMillis = 600_000;

/** A term that is told so soon after the end of the one before follows it: they are hours long. */
const adjacentMillis = 600_000;

/**
 * What is known of the present term and the one before. Endpoints tell who is elected now and nothing of the past, so
 * of blocks from before the head at which they were first asked nothing is checked here: their ids and transactions are
 * proved, and their links up to a block that is checked.
 */
export class Representatives implements BlockSigners {
  readonly #tellers: Pick<Tellers, 'each'>;
  readonly #say: (message: string) => void;
  readonly #strangers = every(strangerMillis);
  readonly #overdue = every(overdueMillis);
  readonly #untold = every(untoldMillis);
  #term: Term | null = null;
  #before: ReadonlySet<string> = new Set();
  /** By representative, the addresses of its block keys as they were told, and when it may be asked for again. */
  readonly #keys = new Map<string, Set<string>>();
  readonly #keyAsks = new Map<string, ReturnType<typeof every>>();
  /** What is dated since then, or as high as a block that was checked, is checked, whatever else it says. */
  #since = Number.POSITIVE_INFINITY;
  #from = Number.POSITIVE_INFINITY;
  #asking: Promise<unknown> = Promise.resolve();

  /** `say` hears that nobody tells who is elected, or that they disagree. */
  constructor(tellers: Pick<Tellers, 'each'>, say: (message: string) => void) {
    this.#tellers = tellers;
    this.#say = say;
  }

  /** Throws a retryable ChainFault for a block that no elected representative signed. */
  async vouchFor(proved: ProvedHeader): Promise<void> {
    const { header, timestamp, witness, signer } = proved;
    if (this.#term === null || timestamp >= this.#term.endsAt) await this.#inTurn(() => this.#learn(timestamp));
    if (this.#term === null || (timestamp < this.#since && header.number < this.#from)) return;
    const isElected = () => this.#term?.elected.has(witness) === true || this.#before.has(witness);
    if (!isElected()) await this.#inTurn(async () => isElected() || (await this.#meet()));
    if (!isElected()) throw malformed(`Block ${header.number} is by ${shownTronAddress(witness)}, whom nobody elected`);
    const isRight = () => signer === witness || this.#keys.get(witness)?.has(signer) === true;
    if (!isRight()) await this.#inTurn(async () => isRight() || (await this.#askForKey(witness)));
    if (!isRight()) throw malformed(`Block ${header.number} is not signed by the key of ${shownTronAddress(witness)}`);
    this.#from = Math.min(this.#from, header.number);
  }

  /** One question after the other: blocks are read many at a time, and ask the same. */
  #inTurn(act: () => Promise<unknown>): Promise<unknown> {
    const done = this.#asking.then(act);
    this.#asking = done.catch(() => {});
    return done;
  }

  /** At the first block, and when the term should be over by the time of one. */
  async #learn(timestamp: number): Promise<void> {
    if (this.#term === null ? !this.#untold.isDue : timestamp < this.#term.endsAt || !this.#overdue.isDue) return;
    if (this.#term !== null) this.#overdue.restart();
    await this.#ask();
    if (this.#term === null) this.#untold.restart();
  }

  async #meet(): Promise<void> {
    if (!this.#strangers.isDue) return;
    this.#strangers.restart();
    await this.#ask();
  }

  async #ask(): Promise<void> {
    const { answers, faults } = await this.#tellers.each(readTerm);
    const known = new Set([...(this.#term?.elected ?? []), ...this.#before]);
    const told = agreedTerm(answers, known);
    if (told !== null) {
      if (!isUnanimous(answers)) this.#say(`${answers.map(({ by }) => by).join(', ')} differ in who is elected`);
      return this.#begin(told);
    }
    if (this.#term !== null) return;
    const away = faults.find(isAway);
    if (away !== undefined) throw away;
    this.#say('no endpoint tells who is elected: whose signature a block bears is not checked');
  }

  #begin(told: Term): void {
    const last = this.#term;
    this.#term = told;
    if (last !== null && told.endsAt <= last.endsAt) return;
    const isNext = last !== null && told.toldAt <= last.endsAt + adjacentMillis;
    this.#before = isNext ? last.elected : new Set();
    // Of a term between the two, if there was one, nobody tells any more.
    if (!isNext) {
      this.#since = told.toldAt;
      this.#from = Number.POSITIVE_INFINITY;
    }
  }

  /** Two must say the same where two say anything. */
  async #askForKey(representative: string): Promise<void> {
    const again = this.#keyAsks.get(representative) ?? every(strangerMillis);
    if (!again.isDue) return;
    const { answers, faults } = await this.#tellers.each((client) => readBlockKey(client, representative));
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

/** Whether it may tell another time; whoever answers something else does not tell at all. */
function isAway(fault: unknown): boolean {
  return fault instanceof EndpointFault && (fault.failure === 'unreachable' || fault.failure === 'busy');
}
