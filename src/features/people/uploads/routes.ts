// The operations on uploads.
import type { FileFolder } from '../../../io/files/file-folder.ts';
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { createUploadTarget } from './create-upload-target.ts';

export function uploadRoutes(instance: Instance, folder: FileFolder): Operation[] {
  return [createUploadTarget(instance, folder)];
}
