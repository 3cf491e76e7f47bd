// Where this instance keeps its pictures: a bucket if it was given one, or else its data folder.
import { join } from 'node:path';
import type { Environment } from '../environment.ts';
import { bucketFolder } from './bucket-folder.ts';
import { type FileFolder, fileFolder } from './file-folder.ts';

/** Throws StartFault for an S3_URL that cannot be read. */
export function pictureFolder({ s3Url, dataDir }: Pick<Environment, 's3Url' | 'dataDir'>): FileFolder {
  return s3Url === null ? fileFolder(join(dataDir, 'uploads')) : bucketFolder(s3Url);
}
