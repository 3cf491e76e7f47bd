// Runs the command that the words of the command line name.

import { keepCompiledCode } from '../io/compiled-code.ts';
import { StartFault } from '../io/start-fault.ts';
import { commands, usage, usageOf } from './commands.ts';

keepCompiledCode(process.env);
const words = process.argv.slice(2);
const name = [`${words[0]} ${words[1]}`, `${words[0]}`].find((each) => Object.hasOwn(commands, each));
const command = name === undefined ? undefined : commands[name];
const args = words.slice(name?.split(' ').length);
const asksForHelp = ['--help', '-h', 'help'].includes(args[0] ?? '');

if (name === undefined || command === undefined) {
  const isAsked = words.length === 0 || ['help', '--help', '-h'].includes(words[0] ?? '');
  process[isAsked ? 'stdout' : 'stderr'].write(await usage(words[0] ?? ''));
  process.exitCode = isAsked ? 0 : 2;
} else if (asksForHelp) {
  process.stdout.write(await usageOf(name));
} else {
  try {
    process.exitCode = await (await command()).run(args);
  } catch (error) {
    process.stderr.write(`quittance: ${explained(error)}\n`);
    process.exitCode = 1;
  }
}

/** One line for what the operator can mend; all there is to know for a bug. */
function explained(error: unknown): string {
  if (error instanceof StartFault) return error.message;
  const { code = '', message, stack } = error as NodeJS.ErrnoException;
  // The parser goes on to explain how such a word could be meant as an argument.
  if (code.startsWith('ERR_PARSE_ARGS')) return `${message.split('. ')[0]?.replace(/\.$/, '')}. See ${name} --help.`;
  return String(stack);
}
