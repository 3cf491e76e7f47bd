// The programs that build images: docker, podman or buildah, whichever is there and works.
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
  /** What deploy/Dockerfile builds in. */
  readonly baseImage: string;
  /** Does everything anew. */
  readonly fresh: boolean;
  /** Where the image goes, as `docker load` takes it. */
  readonly archive: string;
}

/** Throws with what to install where there is none. As root on Debian or Ubuntu buildah is installed. */
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
  // The docker program alone is no help: `version` asks its engine, too.
  if (await succeeds('docker', ['version'])) return 'docker';
  if (await succeeds('podman', ['--version'])) return 'podman';
  if (await succeeds('buildah', ['--version'])) return 'buildah';
  return null;
}

/** Builds one stage and writes it to the archive; the same image is then in the builder's store under its tag. */
export async function buildImage(builder: BuilderName, build: Build): Promise<void> {
  const { archive, source, tag } = build;
  const env = { ...process.env, ...localStorage(), SOURCE_DATE_EPOCH: String(source.epoch) };
  await buildArchive(builder, build, env);
  await settleArchive(archive, source.epoch);
  const load = builder === 'buildah' ? ['pull', '--quiet', `docker-archive:${archive}`] : ['load', '--input', archive];
  await runCommand(builder, load, { env });
  // Podman and buildah keep an unqualified name below localhost/.
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
    // Attestations of its own would name the time of the build.
    const plain = ['--provenance=false', '--sbom=false', '--output', output];
    await runCommand('docker', ['buildx', 'build', ...common, ...plain, source.folder], aloud);
    return;
  }
  // Docker's format, since OCI's knows no HEALTHCHECK. As root, RUN needs no more than a chroot.
  const flags = ['--format', 'docker', '--layers', '--timestamp', String(source.epoch)];
  const isolation = isRoot() ? ['--isolation', 'chroot'] : [];
  await runCommand(builder, ['build', ...common, ...flags, ...isolation, source.folder], aloud);
  await runCommand(builder, ['push', tag, `docker-archive:${archive}:${tag}`], aloud);
}

/** A folder without overlays can still hold images, at the price of copies. */
export function localStorage(): NodeJS.ProcessEnv {
  return process.env.STORAGE_DRIVER === undefined && isRoot() ? { STORAGE_DRIVER: 'vfs' } : {};
}

function argumentsOf(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
}
