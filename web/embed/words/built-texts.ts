// The texts that embed.js carries. The build replaces this file: see build.ts.
import type { Language } from '../../../src/core/words/language.ts';
import type { CompiledTexts } from '../../../src/core/words/message.ts';

/** English: used until another language has been fetched, or if it cannot be fetched. */
export const english: CompiledTexts = {};

export const languages: readonly Language[] = [];

/** By the code of a language, the first 128 bits of the SHA-256 of its file, in base64url. */
export const textsHashes: Readonly<Record<string, string>> = {};
