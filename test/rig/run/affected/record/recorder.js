// Records the functions that run in a thread or a process, and the project's files that it reads. It is JavaScript,
// because the processes that a test starts load it too.
// @ts-check
import { Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { noteReads, projectPath } from './recorded-reads.js';

/**
 * @typedef {object} Ran
 * @property {Record<string, number[]>} functions by script, seen from the project's root: the offsets at which the
 *   functions begin that ran
 * @property {string[]} reads files, folders with a slash at their end, and `package.json#manifest`
 */

/**
 * Starts at once. `take` returns the functions that ran and the files that were read since the last `take`.
 * @returns {{ take(): Ran }}
 */
export function startRecorder() {
  /** @type {Set<string>} */
  const reads = new Set();
  noteReads((path) => reads.add(path));
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    take() {
      const taken = { functions: takeFunctions(session), reads: [...reads] };
      reads.clear();
      return taken;
    },
  };
}

/**
 * V8 resets its counts at each call.
 * @param {Session} session
 */
function takeFunctions(session) {
  /** @type {Record<string, number[]>} */
  const functions = {};
  // A session to the own thread calls back synchronously.
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error !== null) throw error;
    for (const script of result) {
      const path = script.url.startsWith('file:') ? projectPath(fileURLToPath(script.url)) : null;
      if (path === null || isRecorder.test(path)) continue;
      const ran = script.functions.filter((one) => !isWhole(one) && (one.ranges[0]?.count ?? 0) > 0);
      if (ran.length > 0) functions[path] = ran.map(({ ranges }) => ranges[0]?.startOffset ?? 0);
    }
  });
  return functions;
}

const isRecorder = /\/affected\/record\/record[^/]+$/;

/**
 * The code of the module itself.
 * @param {import('node:inspector').Profiler.FunctionCoverage} one
 */
function isWhole({ functionName, ranges }) {
  return functionName === '' && ranges[0]?.startOffset === 0;
}
