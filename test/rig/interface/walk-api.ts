// Calls every GET operation of the API document on all objects of a shop, and finds server errors.
import type { Client, Json } from '../client.ts';
import type { ApiDocument } from './document.ts';

export interface Walk {
  /** Responses by operation, such as `/invoices`. An operation on one object has several. */
  readonly answers: ReadonlyMap<string, readonly Json[]>;
  /** `status path` of each response with a status from 500 on. */
  readonly faults: readonly string[];
}

/**
 * `query` is sent with operations that know the parameter. `most` limits the objects of each list that are read singly.
 */
export async function walkApi(
  api: Client,
  { paths }: ApiDocument,
  { query, most }: { readonly query: Readonly<Record<string, string>>; readonly most: number },
): Promise<Walk> {
  const answers = new Map<string, Json[]>();
  const faults: string[] = [];
  const reads = Object.entries(paths).flatMap(([path, methods]) =>
    methods.get === undefined ? [] : [{ path, parameters: methods.get.parameters ?? [] }],
  );
  // Lists come first, because single objects are found in them.
  const inOrder = reads.sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));
  for (const { path, parameters } of inOrder) {
    const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
    const asked = Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)));
    for (const place of placesOf(path, answers, most)) {
      const { status, body } = await api.get<Json>(place, { query: asked });
      if (status >= 500) faults.push(`${status} ${place}`);
      answers.set(path, [...(answers.get(path) ?? []), body]);
    }
  }
  return { answers, faults };
}

/** `/webhook-delivery/{id}` for each entry of `/webhook-deliveries`, and for one unknown id. */
function placesOf(path: string, answers: ReadonlyMap<string, readonly Json[]>, most: number): string[] {
  const [, singular = '', name = ''] = /^\/([\w-]+)\/\{(\w+)\}/.exec(path) ?? [];
  if (name === '') return [path];
  const plurals = [`/${singular}s`, `/${singular}es`, `/${singular.replace(/y$/, 'ies')}`, `/${singular}`];
  const listed = plurals.flatMap((plural) => answers.get(plural) ?? []).flat();
  const keys = new Set(listed.flatMap((one: Json) => (typeof one?.[name] === 'string' ? [one[name] as string] : [])));
  return [...[...keys].slice(0, most), '00000000-0000-4000-8000-000000000000'].map((key) =>
    path.replace(/\{\w+\}/, key),
  );
}
