// The description of each type of event.
import { words } from '../../words/words.ts';

/** Returns the type itself if it is newer than this page. */
export function wordsOfEvent(type: string): string {
  const texts: Readonly<Record<string, string>> = words.eventTypes;
  return texts[type.replace('.', '_')] ?? type;
}
