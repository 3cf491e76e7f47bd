// The service: what was built of its sources, or else the sources as they are.
import { builtFile } from './built/built-file.ts';

const built = builtFile('service');
await (built === null ? import('./service.ts') : import(built));
