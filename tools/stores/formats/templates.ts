// Files of a package that are mostly fixed text: the files below tools/stores/templates.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../test/rig/house/source-tree.ts';

interface Filled {
  /** From the folder of the template. */
  readonly path: string;
  readonly text: string;
}

/** Replaces each `{{name}}` in paths and texts. The ending `.template` is removed. Throws for an unknown name. */
export function filledTemplates(name: string, values: Readonly<Record<string, string>>): Filled[] {
  const folder = join(projectRoot, 'tools/stores/templates', name);
  const fill = (text: string, path: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
      const value = values[key];
      if (value === undefined) throw new Error(`${path} has an unknown name: ${key}`);
      return value;
    });
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((place) => {
      const path = place.slice(folder.length + 1);
      return { path: fill(path, path).replace(/\.template$/, ''), text: fill(readFileSync(place, 'utf8'), path) };
    });
}
