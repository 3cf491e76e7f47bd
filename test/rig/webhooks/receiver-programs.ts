// The webhook receivers of the guide, and the commands that run them.
import { join } from 'node:path';
import { projectRoot } from '../house/source-tree.ts';

export interface ReceiverProgram {
  readonly language: string;
  /** The guide's source file. */
  readonly file: string;
  /** http: it listens at PORT; cgi: a web server starts it for each request. */
  readonly runsAs: 'http' | 'cgi';
  readonly command: readonly string[];
}

const fileOf = (extension: string) => join(projectRoot, 'docs/how-to/receivers', `receiver.${extension}`);
const cgiOfRack = join(projectRoot, 'test/rig/webhooks/rack-as-cgi.rb');

export const receiverPrograms: readonly ReceiverProgram[] = [
  { language: 'TypeScript', file: fileOf('ts'), runsAs: 'http', command: [process.execPath, fileOf('ts')] },
  { language: 'PHP', file: fileOf('php'), runsAs: 'cgi', command: ['php-cgi', '-d', 'cgi.force_redirect=0'] },
  { language: 'Python', file: fileOf('py'), runsAs: 'http', command: ['python3', fileOf('py')] },
  { language: 'Go', file: fileOf('go'), runsAs: 'http', command: ['go', 'run', fileOf('go')] },
  { language: 'Ruby', file: fileOf('rb'), runsAs: 'cgi', command: ['ruby', cgiOfRack, fileOf('rb')] },
];
