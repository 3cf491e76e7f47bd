// The folders of the built pages. At start, a child process builds missing pages before the service is ready.
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { BuildNews } from '../../web/build.ts';
import type { PageKey } from '../../web/build-pages.ts';
import { StartFault } from '../io/start-fault.ts';
import type { PageBuild } from '../roles/http/page-build.ts';
import { packedFolder, root } from './built-file.js';

const whereStale = { if: 'missing or stale' } as const;

export interface PageFolders {
  readonly builtCheckout: () => Promise<string>;
  readonly builtConsole: () => Promise<string>;
  readonly builtEmbed: () => Promise<string>;
  readonly builtCounter: () => Promise<string>;
  /** Null if it is not built: the documentation can be read without it. */
  readonly docsDirectory: () => Promise<string | null>;
}

/** The folders of the installed package. In a checkout, pages are built at the first request if they are missing. */
export function pageFolders(): PageFolders {
  const installed = packedFolder();
  return installed === null ? builders : foldersBelow(join(installed, 'pages'));
}

/** Each builder is loaded at the first request of its page. It builds the page only if that is missing. */
const builders: PageFolders = {
  builtCheckout: async () => (await import('../../web/checkout/build.ts')).buildCheckout(whereStale),
  builtConsole: async () => (await import('../../web/console/build.ts')).buildConsole(whereStale),
  builtEmbed: async () => (await import('../../web/embed/build.ts')).buildEmbed(whereStale),
  builtCounter: async () => (await import('../../web/counter/build.ts')).buildCounter(whereStale),
  docsDirectory: async () => (await import('../../web/docs/build.ts')).docsWhereBuilt(),
};

function foldersBelow(folder: string): PageFolders {
  const of = (page: PageKey) => async () => join(folder, page);
  return {
    builtCheckout: of('checkout'),
    builtConsole: of('console'),
    builtEmbed: of('embed'),
    builtCounter: of('counter'),
    docsDirectory: of('docs'),
  };
}

/**
 * Starts to build the missing pages, and logs each. `build` is null if none is missing. The folders wait for it; the
 * sources are not read again.
 */
export async function startPageBuild(
  log: Logger,
): Promise<{ readonly build: PageBuild | null; readonly folders: PageFolders }> {
  if (packedFolder() !== null) return { build: null, folders: pageFolders() };
  const { builtFolders, missingOf } = await import('../../web/build-pages.ts');
  const known = await builtFolders();
  const missing = missingOf(known);
  const build = missing.length === 0 ? null : await buildInChild(missing, log);
  const after =
    <T>(key: PageKey, whenGone: () => Promise<T>) =>
    async (): Promise<T | string> => {
      await build?.done;
      return existsSync(known[key]) ? known[key] : whenGone();
    };
  const folders = {
    builtCheckout: after('checkout', builders.builtCheckout),
    builtConsole: after('console', builders.builtConsole),
    builtEmbed: after('embed', builders.builtEmbed),
    builtCounter: after('counter', builders.builtCounter),
    docsDirectory: after('docs', builders.docsDirectory),
  };
  return { build, folders };
}

async function buildInChild(missing: readonly PageKey[], log: Logger): Promise<PageBuild> {
  const { fork } = await import('node:child_process');
  log.info({ pages: missing }, 'building the pages, once for this version of them');
  const child = fork(join(root, 'web/build.ts'), ['missing'], {
    cwd: root,
    env: childVariables(process.env),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // The service and its database start meanwhile, and must not wait for the build on a small machine.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let current: PageKey | null = null;
  let isWanted = true;
  const done = builtBy(child, (news) => {
    current = news.page;
    if (news.kind === 'built') log.info({ page: news.page, seconds: news.millis / 1000 }, 'page built');
    else log.info({ page: news.page }, 'building a page');
  }).catch((error: unknown) => {
    // After a stop, nothing waits for the pages any more.
    if (isWanted) throw error;
  });
  done.catch(() => undefined);
  return {
    done,
    current: () => current,
    stop: () => {
      isWanted = false;
      child.kill('SIGTERM');
    },
  };
}

/** The build of pages needs no secrets, so they are removed from its environment. */
function childVariables(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_COMPILE_CACHE', 'NODE_DISABLE_COMPILE_CACHE'];
  const given = names.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]]]));
  return { ...Object.fromEntries(given), NO_COLOR: '1' };
}

function builtBy(child: ChildProcess, report: (step: Exclude<BuildNews, { kind: 'failed' }>) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('message', (news: BuildNews) => {
      if (news.kind === 'failed') reject(new StartFault(news.message));
      else report(news);
    });
    child.once('error', (error) => reject(new StartFault(`The pages cannot be built: ${error.message}`)));
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new StartFault(`The pages were not built: their builder ended with ${code ?? signal}.`));
    });
  });
}
