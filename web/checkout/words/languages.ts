// The texts of all languages. They are written into files when the page is built; the page's script holds none of them.
import { ar } from './asia/ar.ts';
import { fa } from './asia/fa.ts';
import { he } from './asia/he.ts';
import { hi } from './asia/hi.ts';
import { id } from './asia/id.ts';
import { ja } from './asia/ja.ts';
import { ko } from './asia/ko.ts';
import { vi } from './asia/vi.ts';
import { zh } from './asia/zh.ts';
import { en } from './en.ts';
import { de } from './europe/de.ts';
import { es } from './europe/es.ts';
import { fr } from './europe/fr.ts';
import { it } from './europe/it.ts';
import { nl } from './europe/nl.ts';
import { pl } from './europe/pl.ts';
import { pt } from './europe/pt.ts';
import { ru } from './europe/ru.ts';
import { tr } from './europe/tr.ts';
import { uk } from './europe/uk.ts';
import type { LanguageCode } from './language-names.ts';
import type { Wording } from './words.ts';

export const languages: Readonly<Record<LanguageCode, Wording>> = {
  ...{ en, es, pt, fr, de, it, nl, pl, ru, uk, tr },
  ...{ ar, he, fa, hi, id, vi, zh, ja, ko },
};
