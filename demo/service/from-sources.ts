// Runs the demo's service from the sources of this checkout.
import { join } from 'node:path';
import { buildMissingPages } from '../../web/build-pages.ts';
import type { Narrator } from '../narrator.ts';
import { type ServiceRunner, startServiceProcess } from './service-process.ts';

const program = join(import.meta.dirname, 'run-service.ts');

export const serviceFromSources: ServiceRunner = {
  prepare: buildPages,
  start: (env, folder) => startServiceProcess(program, env, folder),
  about: 'with its own PostgreSQL',
};

/** A busy machine needs a minute and a half for the console alone. */
const buildMillis = 10 * 60_000;

function buildPages(tell: Narrator): Promise<void> {
  const build = () =>
    buildMissingPages((step) => {
      if (step.kind === 'built') tell.happened('page built', `${step.page}, ${(step.millis / 1000).toFixed(1)} s`);
    });
  return tell.step('building the pages, once for this version of them', build, { patienceMillis: buildMillis });
}
