// The operator's command line.
import { StartFault } from '../io/start-fault.ts';
import { commands, usage } from './commands.ts';

const [first = '', second = '', ...rest] = process.argv.slice(2);
const found = commands[`${first} ${second}`] ?? commands[first];
const args = commands[`${first} ${second}`] ? rest : [second, ...rest].filter((word) => word !== '');

if (found === undefined) {
  process.stderr.write(usage());
  process.exitCode = first === '' || first === 'help' || first === '--help' ? 0 : 2;
} else {
  try {
    process.exitCode = await found.run(args);
  } catch (error) {
    const isExpected = error instanceof StartFault || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    process.stderr.write(
      isExpected ? `quittance: ${(error as Error).message}\n` : `quittance: ${(error as Error).stack}\n`,
    );
    process.exitCode = 1;
  }
}
