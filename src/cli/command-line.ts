// Finds the command that the arguments name, runs it, and explains a fault.
import { StartFault } from '../io/start-fault.ts';
import { commands, usage, usageOf } from './commands.ts';
import type { Terminal } from './terminal.ts';

/** Returns the exit code: 0, 1 for a fault, 2 for an unknown command. */
export async function runCommandLine(words: readonly string[], terminal: Terminal): Promise<number> {
  const name = [`${words[0]} ${words[1]}`, `${words[0]}`].find((each) => Object.hasOwn(commands, each));
  const command = name === undefined ? undefined : commands[name];
  if (name === undefined || command === undefined) {
    const isAsked = words.length === 0 || ['help', '--help', '-h'].includes(words[0] ?? '');
    terminal[isAsked ? 'output' : 'errors'].write(await usage(words[0] ?? ''));
    return isAsked ? 0 : 2;
  }
  const args = words.slice(name.split(' ').length);
  if (['--help', '-h', 'help'].includes(args[0] ?? '')) {
    terminal.output.write(await usageOf(name));
    return 0;
  }
  try {
    return await (await command()).run(args, terminal);
  } catch (error) {
    terminal.errors.write(`quittance: ${explained(error, name)}\n`);
    return 1;
  }
}

/** One line for a problem that the operator can fix; all details for a bug. */
function explained(error: unknown, name: string): string {
  if (error instanceof StartFault) return error.message;
  const { code = '', message, stack } = error as NodeJS.ErrnoException;
  // Cuts the parser's further advice on passing the word as an argument.
  if (code.startsWith('ERR_PARSE_ARGS')) return `${message.split('. ')[0]?.replace(/\.$/, '')}. See ${name} --help.`;
  return String(stack);
}
