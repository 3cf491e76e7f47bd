// Writes the set-up link, at the start and on the command line, while there is no account. Removes it afterwards.
import type { Instance } from '../../../instance.ts';
import { removeSetUpFile, writeSetUpFile } from './set-up-file.ts';
import { renewSetUpLink } from './set-up-link.ts';

type Parts = Pick<Instance, 'db' | 'vault' | 'clock' | 'newSecretId' | 'publicUrl' | 'log'>;

/** Returns the link, which is also in DATA_DIR/setup-link. Returns null if an account exists. */
export async function offerSetUp(instance: Parts, dataDir: string): Promise<string | null> {
  const link = await renewSetUpLink(instance);
  try {
    await (link === null ? removeSetUpFile(dataDir) : writeSetUpFile(dataDir, link));
  } catch (error) {
    instance.log.warn({ err: error, data_dir: dataDir }, 'could not write the set-up link to DATA_DIR');
  }
  return link;
}

/** Like offerSetUp, and logs the link. */
export async function announceSetUp(instance: Parts, dataDir: string): Promise<void> {
  const url = await offerSetUp(instance, dataDir);
  if (url === null) return;
  instance.log.info(
    { event: 'setup_link', url },
    'there is no account yet: this link creates the first one, within 24 h',
  );
}
