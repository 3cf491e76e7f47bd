// Runs at once the jobs of worker and API that remove unused pictures, instead of waiting for their schedule.
import type { Instance } from '../../../src/features/instance.ts';
import { removeDueFiles, unusedMillis } from '../../../src/features/people/uploads/remove-files.ts';
import { deleteUnusedUploads } from '../../../src/features/people/uploads/store.ts';
import type { FileFolder } from '../../../src/io/files/file-folder.ts';

export async function expireUploads(parts: Pick<Instance, 'db' | 'clock'>, folder: FileFolder): Promise<void> {
  await deleteUnusedUploads(parts.db, new Date(parts.clock.now().getTime() - unusedMillis), 500);
  await removeDueFiles(parts, folder);
}
