// A copy of an API document in which everything stands where it is referred to, for tests that look at one operation
// alone.

/**
 * Follows `#/…` references only, as our documents have no others; none of them leads back to itself. All that refer to
 * the same get the same object.
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
      // A reference may say anew what it leads to.
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
