// fast-check with one seed for all properties. Tests must import it from here, which luck.ts checks.
import fc from 'fast-check';
import { seedFrom } from './seed.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seedFrom('WORLDS_SEED') });

export { fc };
