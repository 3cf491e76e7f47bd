// Explains a request to a path or with a method that no operation has, and names the nearest one.
import { nearestWord } from '../../../core/config/nearest-word.ts';
import type { Operation } from '../operation.ts';

/** The part of an operation that its address consists of. */
export type Address = Pick<Operation, 'method' | 'path'>;

/** Returns the detail of a 404 for this method and URL. `operations` are all operations of the API. */
export function unknownPath(method: string, url: string, operations: readonly Address[]): string {
  const [path = ''] = url.split('?', 1);
  const shown = path.slice(0, 100);
  if (!/^\/api(?:\/|$)/.test(path)) {
    const isOperation = nearestOperation(method, path, operations);
    if (isOperation === null)
      return `There is no page ${shown}. The API is below /api, and its reference is at /docs/api.`;
    return `There is no page ${shown}. The API is below /api: did you mean ${method} /api${isOperation.path}?`;
  }
  const asked = path.slice('/api'.length);
  const meant = nearestOperation(method, asked, operations);
  const unknown = `There is no operation ${method} ${asked.slice(0, 100) || '/'}.`;
  if (meant === null) return `${unknown} All operations are at /docs/api.`;
  return `${unknown} Did you mean ${meant.method} ${templateOf(meant.path)}?`;
}

/** Returns the detail of a 405. */
export function otherMethods(method: string, path: string, offered: readonly string[]): string {
  const methods = new Intl.ListFormat('en', { type: 'disjunction' }).format(offered);
  return `${method} is not possible on ${templateOf(path)}. Use ${methods}.`;
}

/** `/invoice/:id` as the API document writes it: `/invoice/{id}`. */
function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

/** The operation with the nearest path, if possible of the same method. Parameters match any text. */
function nearestOperation(method: string, path: string, operations: readonly Address[]): Address | null {
  const parts = path.split('/');
  const filled = new Map<string, Address>();
  for (const one of [...operations].sort((a, b) => Number(b.method === method) - Number(a.method === method))) {
    const template = one.path.split('/');
    const words = template.map((part, at) => (part.startsWith(':') ? parts[at] || part : part)).join('/');
    if (!filled.has(words)) filled.set(words, one);
  }
  const nearest = nearestWord(path, [...filled.keys()]);
  return nearest === null ? null : (filled.get(nearest) ?? null);
}
