// Compiles the contracts of the tests: `npx node tools/contracts/compile.ts`, after a change of a .sol file. The
// compiler is downloaded through npm.
import { writeFileSync } from 'node:fs';
import { type CompiledContracts, compiledFile, contractSources, sha256 } from '../../test/rig/evm/contracts.ts';
import { runCommand } from '../run-command.ts';

/** The compiler's packages on npm have the same versions as the compiler. */
const compiler = 'solc@0.8.30';
const settings = { evmVersion: 'paris', optimizer: { enabled: true, runs: 200 } };

interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts?: Record<string, Record<string, CompilerContract>>;
}

interface CompilerContract {
  readonly abi: CompiledContracts['contracts'][string]['abi'];
  readonly evm: { readonly bytecode: { readonly object: string } };
}

const sources = contractSources();
const input = {
  language: 'Solidity',
  sources: Object.fromEntries(Object.entries(sources).map(([name, content]) => [name, { content }])),
  settings: { ...settings, outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
};
const printed = await runCommand('npx', ['--yes', compiler, '--standard-json'], { input: JSON.stringify(input) });
// The compiler may first print a line about callbacks.
const output = JSON.parse(printed.slice(printed.indexOf('{'))) as CompilerOutput;
const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
const contracts = Object.values(output.contracts ?? {}).flatMap((file) => Object.entries(file));
const compiled: CompiledContracts = {
  compiler,
  settings,
  sources: Object.fromEntries(Object.entries(sources).map(([name, text]) => [name, sha256(text)])),
  contracts: Object.fromEntries(
    contracts.map(([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm.bytecode.object}` }]),
  ),
};
writeFileSync(compiledFile, `${lines(compiled)}\n`);
process.stdout.write(`${compiledFile}\n`);

/** One line for each contract, so that a diff shows the changed contracts. */
function lines({ contracts: all, ...rest }: CompiledContracts): string {
  const each = Object.entries(all).map(([name, one]) => `    ${JSON.stringify(name)}: ${JSON.stringify(one)}`);
  return `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "contracts": {\n${each.join(',\n')}\n  }\n}`;
}
