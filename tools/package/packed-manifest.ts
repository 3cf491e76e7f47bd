// The package.json of the npm package: its bundles contain all packages except those with native code.

/** The members of package.json that this file reads. */
export interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

/** The dependencies that cannot be bundled. */
const native = ['sharp'];
const kept = ['name', 'version', 'description', 'keywords', 'license', 'homepage', 'repository', 'bugs'];

/** The manifest of the package that is made of the project with this manifest. */
export function packedManifest(project: Manifest): Manifest {
  return {
    ...Object.fromEntries(kept.flatMap((member) => (member in project ? [[member, project[member]]] : []))),
    type: project.type,
    bin: project.bin,
    files: project.files,
    // The launcher runs on any Node, and starts the one that comes with the package if its own is too old.
    dependencies: Object.fromEntries(native.map((name) => [name, versionOf(project, name)])),
    optionalDependencies: project.optionalDependencies,
  };
}

function versionOf({ dependencies }: Manifest, name: string): string {
  const version = dependencies[name];
  if (version === undefined) throw new Error(`package.json no longer depends on ${name}`);
  return version;
}
