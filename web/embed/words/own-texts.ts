// The texts of embed.js that the checkout has no words for, in all languages.
import type { LanguageCode } from '../../../src/core/words/languages.ts';
import { asianTexts } from './own/asia.ts';
import { europeanTexts } from './own/europe.ts';
import type { OwnWording } from './own/own-wording.ts';

export const ownTexts: Readonly<Record<LanguageCode, OwnWording>> = { ...europeanTexts, ...asianTexts };
