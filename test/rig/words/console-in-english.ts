// Sets the console's language to English. Tests of its parts must import this file before those.
import { setWords } from '../../../web/console/words/words.ts';
import { consoleTextsIn } from './locales.ts';

setWords(...consoleTextsIn('en'));
