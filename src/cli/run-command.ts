// Runs the command that the arguments of this process name.
import { keepCompiledCode } from '../io/compiled-code.ts';
import { runCommandLine } from './command-line.ts';

keepCompiledCode(process.env);
process.exitCode = await runCommandLine(process.argv.slice(2), {
  variables: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
