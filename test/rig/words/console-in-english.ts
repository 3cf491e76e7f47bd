// Sets the words of the console to English: tests of its parts import this file before them.
import { setWords } from '../../../web/console/words/words.ts';
import { consoleTextsIn } from './locales.ts';

setWords(...consoleTextsIn('en'));
