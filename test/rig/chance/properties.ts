// fast-check, with one seed for every property. The tests import it from here only (luck.ts counts).
import fc from 'fast-check';
import { seedFrom } from './seed.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seedFrom('WORLDS_SEED') });

export { fc };
