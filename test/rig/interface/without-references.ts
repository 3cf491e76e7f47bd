// Copies an API document with all references resolved, for tests that inspect a single operation.

/**
 * Follows only `#/…` references, as our documents have no others. None is recursive. References with the same target
 * get the same object.
 */
export function withoutReferences<T extends object>(document: T): T {
  const targets = new Map<string, unknown>();
  const targetOf = (reference: string): unknown => {
    if (!targets.has(reference)) targets.set(reference, expanded(valueAt(document, reference)));
    return targets.get(reference);
  };
  const expanded = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(expanded);
    if ('$ref' in value && typeof value.$ref === 'string') {
      const { $ref, ...beside } = value as { $ref: string };
      const target = targetOf($ref);
      // Members next to a reference override those of its target.
      return Object.keys(beside).length === 0 ? target : { ...(target as object), ...beside };
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expanded(inner)]));
  };
  return expanded(document) as T;
}

function valueAt(document: object, reference: string): unknown {
  const path = reference.replace(/^#\//, '').split('/');
  return path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
}
