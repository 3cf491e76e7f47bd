// Reads docs/decisions/: each decision as its file states it, and each line of the index.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../house/source-tree.ts';

export const decisionFolder = 'docs/decisions';

export interface Decision {
  readonly file: string;
  readonly number: string;
  readonly title: string;
  /** Formatted as YYYY-MM-DD. */
  readonly date: string;
  /** The number of the decision that replaced this one; null while it is accepted. */
  readonly successor: string | null;
}

const head = /^# (\d{4})\. (\S.*)\n\nDate: (\d{4}-\d\d-\d\d)\n\nStatus: (.+)\n\n$/;
const status = /^(?:accepted|superseded by \[(\d{4})\]\(\1-[a-z0-9-]+\.md\))$/;

/** Returns null if a part is missing or out of order, or if the number differs from the file name. */
export function parseDecision(file: string, text: string): Decision | null {
  const [first = '', ...sections] = text.split(/^## /m);
  const [, number = '', title = '', date = '', state = ''] = head.exec(first) ?? [];
  const [accepted, successor = null] = status.exec(state) ?? [];
  const headings = sections.map((section) => section.slice(0, section.indexOf('\n')));
  const isWhole =
    accepted !== undefined &&
    headings.join() === 'Context,Decision,Consequences' &&
    sections.every((section) => /^\w+\n\n\S/.test(section));
  return isWhole && file.startsWith(`${number}-`) ? { file, number, title, date, successor } : null;
}

/** The lines `| number | [title](file) | date | status |` of the index. */
export function readIndex(text: string): Decision[] {
  const lines = text.matchAll(
    /^\| (\d{4}) \| \[(.+)\]\(([^)]+)\) \| (\S+) \| (?:accepted|superseded by (\d{4})) \|$/gm,
  );
  return [...lines].map(([, number = '', title = '', file = '', date = '', successor = null]) => {
    return { file, number, title, date, successor };
  });
}

/** The texts of all numbered files by name, in the order of their numbers. */
export function decisionTexts(): Map<string, string> {
  const files = readdirSync(join(projectRoot, decisionFolder)).filter((file) => /^\d/.test(file));
  return new Map(files.sort().map((file) => [file, readDecisionPage(file)]));
}

export function readDecisionPage(file: string): string {
  return readFileSync(join(projectRoot, decisionFolder, file), 'utf8');
}
