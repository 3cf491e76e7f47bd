// Notes the project's files that a thread or a process reads, the folders that it lists, and the files that it starts.
// @ts-check
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));

/**
 * Starts recording. Folders get a trailing slash.
 * @param {(path: string) => void} note
 */
export function noteReads(note) {
  /** @type {Look} */
  const noteFile = ([file], caller) => {
    const path = placeOf(file);
    if (path !== null) note(path === 'package.json' && isOfProduct.test(caller) ? manifest : path);
  };
  /** @type {Look} */
  const noteCopy = ([file]) => {
    const path = placeOf(file);
    // Node reads the copied package.json to interpret the copied files.
    if (path !== null) note(path === 'package.json' ? manifest : path);
  };
  /** @type {Look} */
  const noteFolder = ([folder]) => {
    const path = placeOf(folder);
    if (path !== null) note(`${path}/`);
  };
  /** @type {Look} */
  const noteProgram = ([program, args]) => {
    for (const argument of [program, ...(Array.isArray(args) ? args : [])].map(String)) {
      // A word without a slash or dot, such as the name of a command, is no path.
      const path = /[/.]/.test(argument) ? placeOf(argument) : null;
      if (path !== null && fs.existsSync(argument)) note(path);
    }
  };
  const { promises } = fs;
  wrap(fs, ['readFile', 'readFileSync', 'open', 'openSync', 'createReadStream'], noteFile);
  wrap(promises, ['readFile', 'open'], noteFile);
  wrap(fs, ['copyFile', 'copyFileSync', 'cp', 'cpSync'], noteCopy);
  wrap(promises, ['copyFile', 'cp'], noteCopy);
  wrap(fs, ['readdir', 'readdirSync', 'opendir', 'opendirSync'], noteFolder);
  wrap(promises, ['readdir', 'opendir'], noteFolder);
  wrap(childProcess, ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'fork'], noteProgram);
  syncBuiltinESMExports();
}

/**
 * Relative to the project's root; null outside of it, and in node_modules.
 * @param {string} path
 */
export function projectPath(path) {
  if (`${path}/` === root) return '.';
  const seen = path.startsWith(root) ? path.slice(root.length) : null;
  return seen === null || /^(?:node_modules|\.git)(?:\/|$)/.test(seen) ? null : seen;
}

/** package.json without its packages. */
const manifest = 'package.json#manifest';

/** @typedef {(given: unknown[], caller: string) => void} Look */

/** A build reads all sources to name its folder after their hash. */
const isOfBuild = /\b(?:builtFolder|sourcesBelow|pageBuilders|sourceHash|filesUnder)\b/;
/** Callers that read only a script or the version from package.json. */
const isOfProduct = /\bnpmScript\b|\/dist\/service\/|\/src\/(?!\S*\.test\.)/;

/**
 * @param {object} module
 * @param {readonly string[]} names
 * @param {Look} look
 */
function wrap(module, names, look) {
  const members = /** @type {Record<string, Original>} */ (module);
  for (const name of names) {
    const original = members[name];
    if (original === undefined) throw new Error(`This version of Node has no ${name}.`);
    members[name] = watched(original, look);
  }
}

/** @typedef {(...given: unknown[]) => unknown} Call */
/** @typedef {Call & { [promisify.custom]?: Call }} Original */

/**
 * @param {Original} original
 * @param {Look} look
 * @returns {Original}
 */
function watched(original, look) {
  /** @this {unknown} @param {unknown[]} given */
  const wrapped = function (...given) {
    const { stack = '' } = new Error();
    // The lines are the error, this function, and then its callers. Node itself reads the modules that it loads.
    const [, , caller = ''] = stack.split('\n');
    if (!caller.includes('node:') && !isOfBuild.test(stack)) look(given, caller);
    return original.apply(this, given);
  };
  const promised = original[promisify.custom];
  return promised === undefined || promised === original
    ? wrapped
    : Object.assign(wrapped, { [promisify.custom]: watched(promised, look) });
}

/** @param {unknown} file */
function placeOf(file) {
  if (file instanceof URL) return file.protocol === 'file:' ? projectPath(fileURLToPath(file)) : null;
  return typeof file === 'string' && file.length < 1_000 ? projectPath(resolve(file)) : null;
}
