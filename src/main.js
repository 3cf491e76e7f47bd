// The service: what was built of its sources, or else the sources as they are. JavaScript, as Node's reader of
// TypeScript would cost each process 18 MB.
// @ts-check
import { builtFile } from './built/built-file.js';

const built = builtFile('service');
await import(built ?? './service.ts');
