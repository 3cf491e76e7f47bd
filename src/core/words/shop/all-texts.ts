// The texts of payment links, the counter and mails in all languages.
import type { LanguageCode } from '../languages.ts';
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
import type { ShopTexts } from './shop-texts.ts';

export const shopTexts: Readonly<Record<LanguageCode, ShopTexts>> = {
  ...{ en, es, pt, fr, de, it, nl, pl, ru, uk, tr },
  ...{ ar, he, fa, hi, id, vi, zh, ja, ko },
};
