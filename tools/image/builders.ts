// The programs that can build images: docker, podman or buildah, whichever is installed and works.
import { installPackage, isDebianFamily, isRoot } from '../../test/rig/run/parts/apt.ts';
import { runCommand, succeeds } from '../run-command.ts';
import { settleArchive } from './image-archive.ts';
import type { Source } from './source.ts';

export type BuilderName = 'docker' | 'podman' | 'buildah';
/** A stage of deploy/Dockerfile. */
export type Target = 'service' | 'embedded';

export interface Build {
  readonly target: Target;
  readonly source: Source;
  readonly tag: string;
  /** The base image in deploy/Dockerfile. */
  readonly baseImage: string;
  /** Ignores caches. */
  readonly fresh: boolean;
  /** The output file, in the format of `docker load`. */
  readonly archive: string;
}

/**
 * Throws with installation advice if there is no builder. As root on Debian or Ubuntu, buildah is installed
 * automatically.
 */
export async function findBuilder(say: (line: string) => void): Promise<BuilderName> {
  const there = await workingBuilder();
  if (there !== null) return there;
  if (isRoot() && isDebianFamily()) {
    say('None of docker, podman and buildah works here: installing buildah.');
    if (await installPackage('buildah', say)) return 'buildah';
  }
  throw new Error('No docker, podman or buildah works here. Install one of them: on Debian, apt-get install buildah.');
}

async function workingBuilder(): Promise<BuilderName | null> {
  // The docker client is not enough. `version` also contacts the engine.
  if (await succeeds('docker', ['version'])) return 'docker';
  if (await succeeds('podman', ['--version'])) return 'podman';
  if (await succeeds('buildah', ['--version'])) return 'buildah';
  return null;
}

/** Builds one stage and writes it to the archive. The image is also in the builder's store under its tag. */
export async function buildImage(builder: BuilderName, build: Build): Promise<void> {
  const { archive, source, tag } = build;
  const env = { ...process.env, ...localStorage(), SOURCE_DATE_EPOCH: String(source.epoch) };
  await buildArchive(builder, build, env);
  await settleArchive(archive, source.epoch);
  const load = builder === 'buildah' ? ['pull', '--quiet', `docker-archive:${archive}`] : ['load', '--input', archive];
  await runCommand(builder, load, { env });
  // Podman and buildah store an unqualified name below localhost/.
  if (builder === 'buildah') await runCommand(builder, ['tag', `localhost/${tag}`, tag], { env });
}

async function buildArchive(builder: BuilderName, build: Build, env: NodeJS.ProcessEnv): Promise<void> {
  const { target, source, tag, archive } = build;
  const common = [
    ...['--file', `${source.folder}/deploy/Dockerfile`, '--target', target, '--tag', tag],
    ...argumentsOf({
      BUILD_IMAGE: build.baseImage,
      VERSION: source.version,
      REVISION: source.revision,
      SOURCE_DATE_EPOCH: String(source.epoch),
    }),
    ...(build.fresh ? ['--no-cache'] : []),
  ];
  const aloud = { aloud: true, env };
  if (builder === 'docker') {
    const output = `type=docker,dest=${archive},rewrite-timestamp=true`;
    // The builder's own attestations would contain the build time.
    const plain = ['--provenance=false', '--sbom=false', '--output', output];
    await runCommand('docker', ['buildx', 'build', ...common, ...plain, source.folder], aloud);
    return;
  }
  // Docker's format, since OCI's has no HEALTHCHECK. As root, a chroot is enough isolation for RUN.
  const flags = ['--format', 'docker', '--layers', '--timestamp', String(source.epoch)];
  const isolation = isRoot() ? ['--isolation', 'chroot'] : [];
  await runCommand(builder, ['build', ...common, ...flags, ...isolation, source.folder], aloud);
  await runCommand(builder, ['push', tag, `docker-archive:${archive}:${tag}`], aloud);
}

/** On a file system without overlays, images are stored as full copies. */
export function localStorage(): NodeJS.ProcessEnv {
  return process.env.STORAGE_DRIVER === undefined && isRoot() ? { STORAGE_DRIVER: 'vfs' } : {};
}

function argumentsOf(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
}
