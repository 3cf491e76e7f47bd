// Finds the installed packages that differ between two lock files (npm's, version 3), and the packages that depend on
// them.

interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * Returns package names as the project imports them. A nested package counts as its outer one. Throws if a text is no
 * lock file.
 */
export function changedPackages(before: string, after: string): Set<string> {
  const [was, is] = [before, after].map((text) => (JSON.parse(text) as Lock).packages) as [
    Lock['packages'],
    Lock['packages'],
  ];
  const places = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((place) => place !== '');
  const changed = new Set(
    places.filter((one) => was[one]?.version !== is[one]?.version || was[one]?.integrity !== is[one]?.integrity),
  );
  const uses = places.map((place) => ({ place, found: usedBy(is, place) }));
  // The loop also visits names that it adds.
  for (const one of changed) for (const { place, found } of uses) if (found.includes(one)) changed.add(place);
  return new Set([...changed].flatMap((place) => /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place)?.[1] ?? []));
}

/** The locations of the packages that the one at `place` uses: inside it, or in a folder above it. */
function usedBy(packages: Lock['packages'], place: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = packages[place] ?? {};
  const parents = [...place.matchAll(/(?:^|\/)node_modules\//g)].map(({ index }) => place.slice(0, index)).reverse();
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).flatMap((name) => {
    const places = [place, ...parents].map((parent) => `${parent}${parent === '' ? '' : '/'}node_modules/${name}`);
    return places.find((one) => one in packages) ?? [];
  });
}
