// Runs the demo's service from the installed package.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../src/built/built-file.js';
import { resultOf } from '../../test/rig/run/child-output.ts';
import { type ServiceRunner, startServiceProcess } from '../service/service-process.ts';

/** Bundled into the same folder as this file. */
const program = join(import.meta.dirname, 'demo-service.js');
const launcher = join(root, 'bin/quittance');

export const packedService: ServiceRunner = {
  prepare: async () => undefined,
  start: (env, folder) => ({
    ...startServiceProcess(program, env, folder),
    commandLine: (args, input) => resultOf(spawn(process.execPath, [launcher, ...args], { env }), input),
  }),
  about: 'with its own PostgreSQL',
};
