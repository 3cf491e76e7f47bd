// Measures how long it takes to prove a TRON block: its id, the root of its transactions, and its signature.
import { createHash, randomBytes } from 'node:crypto';
import { AddressTable } from '../../src/io/chains/accounts/address-table.ts';
import { readTronBlock } from '../../src/io/chains/tron/read-block.ts';
import type { Json } from '../../test/rig/client.ts';
import { Representatives } from '../../test/rig/tron/representatives.ts';
import { signedBlock } from '../../test/rig/tron/signed-block.ts';
import { figure, type Row } from '../table.ts';

const runs = 5;
const blocksInRun = 40;
/** A busy block of the main network holds about three hundred, most of them calls of Tether's contract. */
const transactionsInBlock = 300;
const tether = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c';

/**
 * One row, in milliseconds of CPU time for each block, since the machine may be busy. It covers all checks of the
 * parsed answer of /wallet/getblockbynum before its payments count. The row is void if a payment was not found.
 */
export async function benchTronProof(tell: (line: string) => void): Promise<readonly Row[]> {
  const watched = new AddressTable();
  const ours = randomBytes(20).toString('hex');
  watched.add(`0x${ours}`);
  for (let other = 0; other < 10_000; other += 1) watched.add(`0x${randomBytes(20).toString('hex')}`);
  const answers = Array.from({ length: blocksInRun }, (_, at) => blockAt(at + 1, ours));
  const times: number[] = [];
  let found = 0;
  for (let run = 0; run <= runs; run += 1) {
    const before = process.cpuUsage();
    for (const [at, answer] of answers.entries()) {
      const wanted = { number: at + 1, watched, contracts: new Set([`0x${tether}`]) };
      found += readTronBlock(answer, wanted).transfers.length;
    }
    const { user, system } = process.cpuUsage(before);
    const took = (user + system) / 1_000 / blocksInRun;
    // The first run is not counted, since Node is still compiling.
    if (run > 0) times.push(took);
    tell(`TRON: a block of ${transactionsInBlock} transactions proved in ${took.toFixed(2)} ms`);
  }
  const wanted = blocksInRun * (runs + 1);
  return [
    {
      goal: 'N10',
      what: `TRON: block of ${transactionsInBlock} transactions proved`,
      product: figure('ms', times),
      floor: null,
      judged: 'product',
      better: 'lower',
      must: 5,
      promised: 5,
      ...(found === wanted ? {} : { void: `${found} payments were found of ${wanted}` }),
    },
  ];
}

const representatives = new Representatives();

/** A parsed JSON block with one payment of TRX to `ours`. */
function blockAt(number: number, ours: string): Json {
  const place = { number, parentHash: (number - 1).toString(16).padStart(64, '0'), timestamp: 1_700_000_000_000 };
  const transactions = Array.from({ length: transactionsInBlock }, (_, at) =>
    at % 4 === 0 ? payment(at === 0 ? ours : randomBytes(20).toString('hex')) : call(),
  );
  return JSON.parse(JSON.stringify(signedBlock(representatives, place, transactions)));
}

function payment(to: string): Json {
  const value = `0a1541${randomBytes(20).toString('hex')}121541${to}18c0bd9a2f`;
  return transaction(
    '5a68080112640a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e' +
      `74726163741233${value}`,
  );
}

function call(): Json {
  const word = (hex: string) => hex.padStart(64, '0');
  const data = `a9059cbb${word(randomBytes(20).toString('hex'))}${word('0f4240')}`;
  const value = `0a1541${randomBytes(20).toString('hex')}121541${tether}2244${data}`;
  return transaction(
    '5aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d' +
      `617274436f6e74726163741274${value}`,
  );
}

/** With reference block, expiry and time in the same places as in real wallets' transactions. */
function transaction(contract: string): Json {
  const raw_data_hex = `0a0224f02208${randomBytes(8).toString('hex')}40c0ce8ee2942d${contract}70b1b8afe0942d`;
  const txID = createHash('sha256').update(Buffer.from(raw_data_hex, 'hex')).digest('hex');
  const signature = [randomBytes(65).toString('hex')];
  return { ret: [{ contractRet: 'SUCCESS' }], signature, txID, raw_data: {}, raw_data_hex };
}
