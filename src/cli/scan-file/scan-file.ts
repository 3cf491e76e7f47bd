// `scan-file`: scans recorded blocks with the scanner that follows networks, and prints the transfers it finds.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { NetworkEntry } from '../../core/config/network-entry.ts';
import type { ScannedBlock, Transfer } from '../../core/payment/transfer.ts';
import { registry } from '../../features/known/catalog/registry.ts';
import { ChainFault } from '../../io/chains/chain.ts';
import { isRefusal } from '../../io/chains/codec.ts';
import { readAddressOf } from '../../io/chains/codecs.ts';
import { utxoParams } from '../../io/chains/utxo/params.ts';
import { loadConfig } from '../../io/config-file.ts';
import { readEnvironment } from '../../io/environment.ts';
import { jsonValues } from '../../io/files/json-values.ts';
import type { Command } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { fault } from '../words.ts';
import { scanRecording } from './scan-evm-recording.ts';
import { scanRawBlocks } from './scan-utxo-blocks.ts';

const options = {
  network: { type: 'string' },
  addresses: { type: 'string' },
  'addresses-file': { type: 'string' },
  all: { type: 'boolean' },
  contracts: { type: 'string' },
} as const;

export const scanFileCommand: Command = {
  takes:
    'FILE… (--addresses a,b | --addresses-file F | --all) [--network ethereum] [--contracts a,b | --contracts any]',
  about: 'Finds the transfers in recorded blocks, without a network or a database, and prints them as JSON lines.',
  async run(args, terminal) {
    await scanFile(args, {
      variables: terminal.variables,
      print: (line) => print(line, terminal.output),
      tell: (sentence) => void terminal.errors.write(`${sentence}\n`),
    });
    return 0;
  },
};

/** The outputs for JSON lines and for messages. */
export interface Outlet extends Pick<Terminal, 'variables'> {
  print(line: string): Promise<void>;
  tell(sentence: string): void;
}

/** Throws StartFault for invalid arguments, and for files in the wrong format. */
export async function scanFile(args: string[], outlet: Outlet): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (positionals.length === 0) throw fault('scan-file needs a file with recorded blocks.');
  const { networks } = await loadConfig(readEnvironment(outlet.variables), registry);
  const network = networkNamed(values.network ?? 'ethereum', networks);
  const wanted = { addresses: await readAddresses(values, network), contracts: tokensOf(network, values.contracts) };
  const count = { blocks: 0, transfers: 0, failed: 0 };
  for await (const block of scanned(positionals, network, wanted, outlet)) {
    count.blocks += 1;
    for (const transfer of block.transfers) {
      count.transfers += 1;
      if (!transfer.succeeded) count.failed += 1;
      await outlet.print(lineOf(block, transfer));
    }
  }
  const { blocks, transfers, failed } = count;
  outlet.tell(`${transfers} transfers in ${blocks} blocks, ${failed} of them failed`);
}

function networkNamed(symbol: string, networks: readonly NetworkEntry[]): NetworkEntry {
  const found = networks.find((one) => one.symbol === symbol.toLowerCase());
  if (found === undefined)
    throw fault(`There is no network ${symbol}. There are: ${networks.map((one) => one.symbol).join(', ')}.`);
  if (found.family !== 'EVM' && found.family !== 'UTXO')
    throw fault(`Recordings of networks of type ${found.family} cannot be read.`);
  return found;
}

type Values = { readonly addresses?: string; readonly 'addresses-file'?: string; readonly all?: boolean };

/** Canonical addresses; null for all. */
async function readAddresses(values: Values, network: NetworkEntry): Promise<readonly string[] | null> {
  const file = values['addresses-file'];
  const given = [values.addresses, file, values.all || undefined].filter((one) => one !== undefined);
  if (given.length !== 1) throw fault('Give one of --addresses a,b, --addresses-file F and --all.');
  if (values.all) return null;
  const text =
    values.addresses ?? (await readFile(file as string, 'utf8').catch((error: Error) => failed(file as string, error)));
  const words = text.split(/[\s,"[\]]+/).filter((word) => word !== '');
  if (words.length === 0) throw fault('There is no address to look for.');
  return words.map((word) => canonical(word, network));
}

function canonical(word: string, network: NetworkEntry): string {
  const read = readAddressOf(network.family, word, network);
  if (isRefusal(read)) throw fault(`${word}: ${read.message}`);
  return read.canonical;
}

/** Null in either field means everything in the recording. */
interface Wanted {
  readonly addresses: readonly string[] | null;
  readonly contracts: readonly string[] | null;
}

async function* scanned(
  files: readonly string[],
  network: NetworkEntry,
  { addresses, contracts }: Wanted,
  { tell }: Outlet,
): AsyncGenerator<ScannedBlock> {
  if (network.family === 'UTXO') {
    for (const file of files) yield* told(file, scanRawBlocks(file, utxoParams(network.params), addresses));
    return;
  }
  const warned = new Set<string>();
  const warn = (message: string) => {
    if (warned.size < 20 && !warned.has(message)) tell(message);
    warned.add(message);
  };
  const { symbol, chainId } = network;
  const recording = { symbol, chainId: chainId as number, contracts, addresses, warn };
  yield* told(files.join(', '), scanRecording(valuesIn(files), recording, files.length === 1));
}

/** Null for all tokens in the recording. */
function tokensOf(network: NetworkEntry, contracts: string | undefined): readonly string[] | null {
  if (contracts === 'any') return null;
  if (contracts === undefined) return network.tokens.map((token) => token.contract);
  return contracts
    .split(',')
    .filter((word) => word !== '')
    .map((word) => canonical(word.trim(), network));
}

async function* valuesIn(files: readonly string[]): AsyncGenerator<unknown> {
  for (const file of files) yield* told(file, jsonValues(file));
}

/** Adds the file's name to errors. */
async function* told<T>(file: string, values: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* values;
  } catch (error) {
    throw failed(file, error as Error);
  }
}

function failed(file: string, error: Error): never {
  const isExpected = error instanceof TypeError || error instanceof SyntaxError || error instanceof ChainFault;
  if (!isExpected && !('syscall' in error)) throw error;
  throw fault(error.message.startsWith(file) ? error.message : `${file}: ${error.message}`);
}

function lineOf({ header }: ScannedBlock, transfer: Transfer): string {
  const { txHash, position, contract, sender, recipient, amount, succeeded, held } = transfer;
  return JSON.stringify({
    block: header.number < 0 ? null : header.number,
    block_hash: header.hash,
    tx_hash: txHash,
    position,
    contract: contract === '' ? null : contract,
    from: sender,
    to: recipient,
    amount: amount.toString(),
    succeeded,
    ...(held === undefined ? {} : { held }),
  });
}

function print(line: string, output: Terminal['output']): Promise<void> {
  return new Promise((resolve) => {
    if (output.write(`${line}\n`)) resolve();
    else output.once('drain', resolve);
  });
}
