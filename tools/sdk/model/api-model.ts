// The API as every printer of a client sees it: declarations, operations, events and codes, in no language.

export interface ApiModel {
  /** In the order of the document, each inline declaration right after the one that contains it. */
  readonly declarations: readonly Declaration[];
  /** Every operation with a JSON response. */
  readonly operations: readonly OperationModel[];
  readonly events: readonly EventModel[];
  /** Sorted. */
  readonly problemCodes: readonly string[];
}

export type Declaration = ObjectModel | EnumModel | AliasModel;

interface Declared {
  /** PascalCase and unique. */
  readonly name: string;
  readonly description: string | null;
  /**
   * `schema`: the document names it. `inline`: the document has it within another type, and the name was made here.
   * `event`: the data of an event, which extends the object of a schema.
   */
  readonly origin: 'schema' | 'inline' | 'event';
  /** Whether callers send it, in a body or a query. */
  readonly isInput: boolean;
  /** Whether the service sends it, in a response or an event. */
  readonly isOutput: boolean;
}

export interface ObjectModel extends Declared {
  readonly kind: 'object';
  /** The object that this one extends. */
  readonly base: string | null;
  /** Without the fields of `base`. */
  readonly fields: readonly FieldModel[];
}

/** A text with known values. A later version of the service may return others. */
export interface EnumModel extends Declared {
  readonly kind: 'enum';
  readonly values: readonly string[];
}

/** A name for another type. */
export interface AliasModel extends Declared {
  readonly kind: 'alias';
  readonly type: TypeModel;
}

export interface FieldModel {
  /** The name in JSON and in queries, in snake_case. */
  readonly name: string;
  readonly type: TypeModel;
  /** Whether null is a value, also because the alias in `type` allows it. */
  readonly isNullable: boolean;
  /** Whether the field may be absent. */
  readonly isOptional: boolean;
  readonly description: string | null;
}

export type TypeModel =
  | { readonly kind: 'text'; readonly format: TextFormat | null }
  | { readonly kind: 'integer' | 'number' | 'boolean' | 'any' }
  | { readonly kind: 'constant'; readonly value: string | number | boolean }
  /** A reference to a declaration of this kind. */
  | { readonly kind: 'object' | 'enum' | 'alias'; readonly name: string }
  | { readonly kind: 'list'; readonly item: TypeModel }
  | { readonly kind: 'map'; readonly value: TypeModel }
  | { readonly kind: 'union'; readonly members: readonly TypeModel[] }
  /** Only within an alias, a list or a map: fields have `isNullable`. */
  | { readonly kind: 'nullable'; readonly of: TypeModel }
  /** Input where the service accepts any JSON and keeps only what `means` describes. */
  | { readonly kind: 'lenient'; readonly means: 'text' | 'map of text' };

/** `decimal`: money and amounts, which stay text. `date-time`: RFC 3339 in UTC with milliseconds. */
export type TextFormat = 'date-time' | 'date' | 'decimal' | 'email' | 'uri' | 'uuid';

export interface OperationModel {
  /** camelCase, as in the document. */
  readonly id: string;
  readonly tag: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, with `{name}` for each path parameter. */
  readonly path: string;
  /** In the order of the path; all are text. */
  readonly pathParameters: readonly string[];
  /** Without `v`. Includes `cursor` if the operation is paged. */
  readonly query: readonly FieldModel[];
  /** The object of the JSON body. */
  readonly body: string | null;
  readonly response: TypeModel;
  /** The type of one entry if the operation has pages that are linked by a cursor, otherwise null. */
  readonly pageItem: TypeModel | null;
  /** Without a full stop. */
  readonly summary: string;
  readonly description: string | null;
}

export interface EventModel {
  /** As in `invoice.paid`. */
  readonly type: string;
  /** The object in `data`. */
  readonly data: string;
  /** Whether the event has a `sequence`, which counts the events of an invoice. */
  readonly sequence: FieldModel | null;
}

/** Finds a declaration of this kind. Throws if there is none. */
export function declared<Kind extends Declaration['kind']>(
  { declarations }: Pick<ApiModel, 'declarations'>,
  kind: Kind,
  name: string,
): Extract<Declaration, { kind: Kind }> {
  const found = declarations.find((one) => one.name === name && one.kind === kind);
  if (found === undefined) throw new Error(`no ${kind} is named ${name}`);
  return found as Extract<Declaration, { kind: Kind }>;
}

/** All fields of an object, those of its base first. */
export function allFields(model: ApiModel, object: ObjectModel): readonly FieldModel[] {
  if (object.base === null) return object.fields;
  return [...allFields(model, declared(model, 'object', object.base)), ...object.fields];
}

/** The type behind aliases, and without null. */
export function plainType(model: ApiModel, type: TypeModel): TypeModel {
  if (type.kind === 'alias') return plainType(model, declared(model, 'alias', type.name).type);
  return type.kind === 'nullable' ? plainType(model, type.of) : type;
}
