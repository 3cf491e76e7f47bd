// Maps operations and objects of the API document to reference pages. An operation is on the page of its group. An
// object is on the page of the group that returns it; objects of several groups have a common page.
import { problemKinds } from '../../../../core/problem.ts';
import type { Schema } from '../components.ts';
import { nameIn, type ReadDocument, type ReadGroup, type ReadOperation } from './document-reader.ts';

export interface SiteMap {
  readonly document: ReadDocument;
  readonly pages: readonly GroupPage[];
  /** Null if there is no such page. */
  page(slug: string): GroupPage | null;
  /** Path and anchor; null if the document has no such object. */
  hrefOfObject(name: string): string | null;
  hrefOfOperation(operation: ReadOperation): string;
  /** Whether the object is the body of a single operation. It is then described with that operation. */
  isBodyOfOne(name: string): boolean;
  /** Path and anchor of an object, an operation (as in `GET /app`) or an error; null for any other code. */
  hrefOfCode(code: string): string | null;
}

export interface GroupPage {
  /** The last segment of its URL. */
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly operations: readonly ReadOperation[];
  /** The names of the objects described on this page. */
  readonly objects: readonly string[];
}

/** Objects that belong to several groups. */
const sharedObjects = {
  slug: 'objects',
  title: 'Shared objects',
  description: 'Objects that operations of several groups take or return.',
};

export function makeSiteMap(document: ReadDocument): SiteMap {
  const bodies = bodiesOfOne(document);
  const homes = homesOfObjects(document, bodies);
  const objectsOf = (group: string | null) => [...homes].filter(([, home]) => home === group).map(([name]) => name);
  const ofGroups = document.groups
    .filter(({ operations }) => operations.length > 0)
    .map(
      ({ name, description, operations }): GroupPage => ({
        slug: slugOf(name),
        title: name,
        description,
        operations,
        objects: objectsOf(name),
      }),
    );
  const shared: GroupPage = { ...sharedObjects, operations: [], objects: objectsOf(null) };
  const pages = shared.objects.length > 0 ? [...ofGroups, shared] : ofGroups;
  const operations = pages.flatMap((page) => page.operations);
  const byRoute = new Map(operations.map((one) => [`${one.method} ${one.path}`, one]));
  const hrefOfOperation = ({ id, group }: ReadOperation) => `/docs/api/${slugOf(group)}#${id}`;
  const hrefOfObject = (name: string): string | null => {
    const taking = bodies.get(name);
    if (taking !== undefined) return `/docs/api/${slugOf(taking.group)}#${name}`;
    const home = homes.get(name);
    if (home === undefined) return null;
    return `/docs/api/${home === null ? sharedObjects.slug : slugOf(home)}#${name}`;
  };
  return {
    document,
    pages,
    hrefOfOperation,
    hrefOfObject,
    isBodyOfOne: (name) => bodies.has(name),
    page: (slug) => pages.find((one) => one.slug === slug) ?? null,
    hrefOfCode(code) {
      if (Object.hasOwn(problemKinds, code)) return `/problems/${code}`;
      const operation = byRoute.get(code);
      return operation === undefined ? hrefOfObject(code) : hrefOfOperation(operation);
    },
  };
}

/** A slug such as `app-cryptocurrencies`. */
export function slugOf(group: string): string {
  return group.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/** The bodies that only one operation takes, by name. */
function bodiesOfOne({ groups }: ReadDocument): Map<string, ReadOperation> {
  const taking = groups.flatMap(({ operations }) => operations).filter(({ body }) => body !== null);
  const byName = Map.groupBy(taking, ({ body }) => body?.name ?? '');
  const single = [...byName].flatMap(([name, those]) =>
    name === '' || those.length > 1 ? [] : [[name, those[0]] as const],
  );
  return new Map(single as [string, ReadOperation][]);
}

/**
 * The group of each object by the object's name; null if it belongs to several. Bodies of a single operation are left
 * out.
 */
function homesOfObjects(
  { groups, schemas }: ReadDocument,
  bodies: ReadonlyMap<string, ReadOperation>,
): Map<string, string | null> {
  const uses = groups.map((group) => ({ group: group.name, ...usesOf(group, schemas) }));
  const names = Object.keys(schemas).filter((name) => !bodies.has(name));
  const found = names.map((name): [string, string | null, boolean] => {
    const returning = uses.filter(({ returned }) => (returned.get(name) ?? 0) > 0);
    const [most] = returning.toSorted((a, b) => (b.returned.get(name) ?? 0) - (a.returned.get(name) ?? 0));
    if (most !== undefined) return [name, most.group, true];
    const naming = uses.filter(({ named }) => named.has(name));
    return [name, naming.length === 1 ? (naming[0]?.group ?? null) : null, false];
  });
  // Objects that operations return come first, followed by their parts and by bodies.
  const sorted = found.toSorted(([, , a], [, , b]) => Number(b) - Number(a));
  return new Map(sorted.map(([name, home]) => [name, home]));
}

interface Uses {
  /** How many operations of the group return the object itself, or a list of it. */
  readonly returned: ReadonlyMap<string, number>;
  /** Every object that the group refers to. */
  readonly named: ReadonlySet<string>;
}

function usesOf({ operations }: ReadGroup, schemas: ReadDocument['schemas']): Uses {
  const returned = new Map<string, number>();
  const named = new Set<string>();
  const visit = (value: unknown): void => {
    for (const name of referredIn(value)) {
      if (named.has(name)) continue;
      named.add(name);
      visit(schemas[name]);
    }
  };
  for (const operation of operations) {
    const answers = operation.answers.flatMap((one) => Object.values(one.content));
    if (operation.body?.name) named.add(operation.body.name);
    visit([operation.parameters, operation.body?.schema, answers]);
    const ownAnswers = operation.answers.filter(({ status }) => status.startsWith('2'));
    const direct = ownAnswers.flatMap(({ content }) => Object.values(content).map(({ schema }) => objectIn(schema)));
    for (const name of new Set(direct)) if (name !== null) returned.set(name, (returned.get(name) ?? 0) + 1);
  }
  return { returned, named };
}

/** The object of a schema, or of the items of its list. */
function objectIn(schema: Schema): string | null {
  const { $ref } = (schema.type === 'array' ? (schema.items ?? {}) : schema) as { $ref?: string };
  return $ref === undefined ? null : nameIn($ref);
}

function referredIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(referredIn);
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [nameIn(inner)] : referredIn(inner),
  );
}
