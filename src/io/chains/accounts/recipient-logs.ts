// Reads the Transfer events that pay certain addresses: one request for many blocks, split where an endpoint refuses.
import { malformed } from '../chain.ts';
import { EndpointFault } from '../endpoint-fault.ts';
import type { EndpointRotation } from '../endpoint-rotation.ts';
import { quantity, type RawLog, readAddress, readNumber, transferTopic } from './raw.ts';

/** The blocks that one request spans at first: as many as the more generous providers allow. */
const widest = 10_000;
/** go-ethereum accepts 1,000 values in one position of a filter (eth/filters/api.go), other nodes fewer. */
const mostRecipients = 500;
/** After this many answers in a row, a width that was refused is tried again: limits change. */
const answersBeforeWider = 100;
/**
 * How often a request is halved after an endpoint failed to answer. The endpoint may be down, and then no part is
 * answered.
 */
const mostBreakdowns = 3;

/** A Transfer event of a listed token that pays one of the requested addresses. */
export interface RecipientLog {
  readonly number: number;
  readonly log: RawLog;
}

interface Question {
  readonly first: number;
  readonly last: number;
  readonly recipients: readonly string[];
}

/** Remembers how much endpoints answer at once, so that larger requests are not repeated in vain. */
export class RecipientLogs {
  readonly #rotation: Pick<EndpointRotation, 'call'>;
  readonly #contracts: ReadonlySet<string>;
  #blocks = widest;
  #recipients = mostRecipients;
  #answers = 0;

  /** `contracts`: the contracts of the listed tokens, in lower case. */
  constructor(rotation: Pick<EndpointRotation, 'call'>, contracts: ReadonlySet<string>) {
    this.#rotation = rotation;
    this.#contracts = contracts;
  }

  /**
   * The Transfer events of the listed tokens in blocks first…last that pay one of `recipients` (canonical addresses),
   * ordered by block. Each event is checked against the request. Throws ChainFault if not even one block and one
   * address are answered.
   */
  async read(first: number, last: number, recipients: readonly string[], signal: AbortSignal): Promise<RecipientLog[]> {
    if (this.#contracts.size === 0 || recipients.length === 0) return [];
    const found: RecipientLog[] = [];
    for (let from = 0, count = 0; from < recipients.length; from += count) {
      // A refusal lowers both numbers, so they are read again each time.
      count = this.#recipients;
      const some = recipients.slice(from, from + count);
      for (let low = first, width = 0; low <= last; low += width) {
        width = this.#blocks;
        found.push(
          ...(await this.#ask({ first: low, last: Math.min(last, low + width - 1), recipients: some }, 0, signal)),
        );
      }
    }
    return found.sort((one, other) => one.number - other.number);
  }

  async #ask(question: Question, breakdowns: number, signal: AbortSignal): Promise<RecipientLog[]> {
    const { first, last, recipients } = question;
    const filter = {
      fromBlock: quantity(first),
      toBlock: quantity(last),
      address: [...this.#contracts],
      topics: [transferTopic, null, recipients.map(topicOf)],
    };
    try {
      const answer = await this.#rotation.call('eth_getLogs', [filter], signal);
      if (!Array.isArray(answer)) throw malformed(`The logs of blocks ${first} to ${last} are not a list`);
      this.#answered();
      const wanted = new Set(recipients.map(topicOf));
      return answer.map((log: RawLog | null) => this.#checked(log, question, wanted));
    } catch (fault) {
      if (!(fault instanceof EndpointFault) || signal.aborted || fault.failure === 'busy') throw fault;
      const broken = fault.failure === 'unreachable' && fault.refusal === null ? breakdowns + 1 : breakdowns;
      const parts = this.#halved(question);
      if (parts === null || broken > mostBreakdowns) throw fault;
      const found: RecipientLog[] = [];
      for (const part of parts) found.push(...(await this.#ask(part, broken, signal)));
      return found;
    }
  }

  /**
   * Splits by blocks first, because most refusals mean a range that is too wide; returns null if nothing is left to
   * split.
   */
  #halved({ first, last, recipients }: Question): readonly Question[] | null {
    this.#answers = 0;
    if (last > first) {
      const middle = Math.floor((first + last) / 2);
      this.#blocks = Math.max(1, Math.min(this.#blocks, middle - first + 1));
      return [
        { first, last: middle, recipients },
        { first: middle + 1, last, recipients },
      ];
    }
    if (recipients.length < 2) return null;
    // The refusal was not about the number of blocks, so the full range is tried again.
    const half = Math.ceil(recipients.length / 2);
    this.#recipients = Math.min(this.#recipients, half);
    this.#blocks = widest;
    return [
      { first, last, recipients: recipients.slice(0, half) },
      { first, last, recipients: recipients.slice(half) },
    ];
  }

  #answered(): void {
    this.#answers += 1;
    if (this.#answers < answersBeforeWider) return;
    this.#answers = 0;
    this.#blocks = Math.min(widest, this.#blocks * 2);
    this.#recipients = Math.min(mostRecipients, this.#recipients * 2);
  }

  #checked(log: RawLog | null, { first, last }: Question, wanted: ReadonlySet<string>): RecipientLog {
    if (typeof log !== 'object' || log === null || !Array.isArray(log.topics)) throw malformed('A log is malformed');
    const number = readNumber(log.blockNumber, 'block of a log');
    const isOne = number >= first && number <= last && log.removed !== true && log.topics[0] === transferTopic;
    const isAsked = wanted.has(String(log.topics[2]).toLowerCase());
    if (!isOne || !isAsked || !this.#contracts.has(readAddress(log.address, 'address of a log')))
      throw malformed(`The logs of blocks ${first} to ${last} include others than requested`);
    return { number, log };
  }
}

/** An address in the form of a log topic. */
function topicOf(address: string): string {
  return `0x${address.slice(2).padStart(64, '0')}`;
}
