// The pages of the documentation with their anchors and links, resolved as on GitHub and on the served pages.
import { posix } from 'node:path';
import { anchorsOf } from '../../../src/features/pages/docs/site/anchors.ts';
import { type SourceFile, sourceFiles } from '../house/source-tree.ts';

export interface DocumentPage extends SourceFile {
  /** One for each heading. */
  readonly anchors: ReadonlySet<string>;
  /** Excludes links inside code. */
  readonly links: readonly string[];
}

/** The project's Markdown files, by path. Excludes the changelog, which describes earlier versions. */
export function documentPages(): ReadonlyMap<string, DocumentPage> {
  const files = sourceFiles(['.'], ['.md']).map(({ path, text }) => ({ path: posix.normalize(path), text }));
  const pages = files.filter(({ path }) => path !== 'CHANGELOG.md').map((file) => [file.path, read(file)] as const);
  return new Map(pages);
}

function read(file: SourceFile): DocumentPage {
  const text = file.text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
  const words = text.replaceAll(/`[^`\n]+`/g, '');
  const links = [...words.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href);
  return { ...file, anchors: new Set(anchorsOf(text)), links };
}
