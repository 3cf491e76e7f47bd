// The script of the documentation. Every page can be read without it.
import { addCopyButtons } from './copy-button.ts';
import { followHeadings } from './follow-headings.ts';
import { revealTarget } from './reveal-target.ts';
import { startSearch } from './search-field.ts';

startSearch();
addCopyButtons();
followHeadings();
revealTarget();
addEventListener('hashchange', revealTarget);
