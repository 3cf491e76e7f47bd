// The operations on uploads.
import type { Operation } from '../../io/http/operation.ts';
import type { Instance } from '../instance.ts';
import { createUploadTarget } from './create-upload-target.ts';

export function uploadRoutes(instance: Instance): Operation[] {
  return [createUploadTarget(instance)];
}
