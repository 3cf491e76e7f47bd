// At a start, and on the command line: the set-up link is written while nobody has an account, and gone afterwards.
import type { Instance } from '../../../instance.ts';
import { removeSetUpFile, writeSetUpFile } from './set-up-file.ts';
import { renewSetUpLink } from './set-up-link.ts';

type Parts = Pick<Instance, 'db' | 'vault' | 'clock' | 'newSecretId' | 'publicUrl' | 'log'>;

/** The link, which DATA_DIR/setup-link holds as well; null where a person has an account. */
export async function offerSetUp(instance: Parts, dataDir: string): Promise<string | null> {
  const link = await renewSetUpLink(instance);
  try {
    await (link === null ? removeSetUpFile(dataDir) : writeSetUpFile(dataDir, link));
  } catch (error) {
    instance.log.warn({ err: error, data_dir: dataDir }, 'could not write the set-up link to DATA_DIR');
  }
  return link;
}

/** As offerSetUp, and in the log. */
export async function announceSetUp(instance: Parts, dataDir: string): Promise<void> {
  const url = await offerSetUp(instance, dataDir);
  if (url === null) return;
  instance.log.info(
    { event: 'setup_link', url },
    'there is no account yet: this link makes the first one, within 24 h',
  );
}
