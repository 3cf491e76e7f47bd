// The choice of the language, each in its own name.
import { NativeSelect } from '@mantine/core';
import { chooseLanguage, offeredLanguages } from '../words/languages.ts';
import { language, words } from '../words/words.ts';

export function LanguageChoice() {
  const offered = offeredLanguages();
  if (offered.length < 2) return null;
  return (
    <NativeSelect
      aria-label={words.layout.language}
      value={language.code}
      data={offered.map(({ code, name }) => ({ value: code, label: name }))}
      onChange={(event) => chooseLanguage(event.currentTarget.value)}
    />
  );
}
