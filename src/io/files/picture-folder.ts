// The folder of this instance's pictures: the configured bucket, or else the data folder.
import { join } from 'node:path';
import type { Environment } from '../environment.ts';
import { bucketFolder } from './bucket-folder.ts';
import { type FileFolder, fileFolder } from './file-folder.ts';

/** Throws StartFault for an invalid S3_URL. */
export function pictureFolder({ s3Url, dataDir }: Pick<Environment, 's3Url' | 'dataDir'>): FileFolder {
  return s3Url === null ? fileFolder(join(dataDir, 'uploads')) : bucketFolder(s3Url);
}
