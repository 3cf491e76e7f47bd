// Records a thread or a process that a recorded test starts. Node loads this module there first.
// @ts-check
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { startRecorder } from './recorder.js';

const folder = process.env.TEST_REACH_FOLDER;
if (folder !== undefined) {
  const recorder = startRecorder();
  process.on('exit', () => {
    try {
      writeFileSync(join(folder, `${process.pid}-${threadId}.json`), JSON.stringify(recorder.take()));
    } catch {
      // The process outlived its test, which has been recorded already.
    }
  });
}
