// Starts the operator's command line from the build, or from the sources if there is none.
// @ts-check
import { builtFile } from '../built/built-file.js';

const built = builtFile('run-command');
await import(built ?? './run-command.ts');
