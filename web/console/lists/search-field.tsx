// The search of a list: the typed text goes into the URL after a moment, and `/` moves the focus here.
import { CloseButton, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useKeys } from '../browser/keys.ts';
import { words } from '../words/words.ts';
import { oneOf, useListSearch } from './list-search.ts';

const typingMillis = 250;

export function SearchField({ label, placeholder }: { readonly label: string; readonly placeholder: string }) {
  const { search, change } = useListSearch();
  const there = oneOf(search, 'q');
  const [text, setText] = useState(there);
  const typed = useRef(there);
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useKeys([{ keys: '/', words: label, act: () => field.current?.focus() }]);
  useEffect(() => {
    // The URL was changed by the back button or by a view.
    if (there !== typed.current) setText(there);
    typed.current = there;
  }, [there]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (value: string) => {
    clearTimeout(timer.current);
    typed.current = value.trim();
    change({ q: value.trim() === '' ? undefined : value.trim() });
  };
  const type = (value: string) => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(value), typingMillis);
  };
  const clear = () => {
    setText('');
    send('');
    field.current?.focus();
  };
  return (
    <TextInput
      ref={field}
      className="list-search"
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      maxLength={255}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => {
        // The search is applied before the user moves on to a row, so that the rows do not move later.
        if (text.trim() !== typed.current) send(text);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(text);
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
      rightSection={
        text === '' ? null : <CloseButton size="sm" aria-label={words.filters.clearSearch} onClick={clear} />
      }
    />
  );
}
