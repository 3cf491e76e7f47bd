// `npm run build` builds every page again. With `missing` this is the child process of a starting service: it builds
// the missing pages and sends each step to its parent.
import { removeUnfinished } from './build-page.ts';
import { type BuildStep, buildAllPages, buildMissingPages } from './build-pages.ts';

export type BuildNews = BuildStep | { readonly kind: 'failed'; readonly message: string };

if (process.argv[2] === 'missing') {
  const leave = () => {
    removeUnfinished();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave);
  process.on('disconnect', leave);
  const send = (news: BuildNews) => void process.send?.(news);
  await buildMissingPages(send).catch((error: Error) => send({ kind: 'failed', message: error.message }));
  process.off('disconnect', leave);
  process.disconnect?.();
} else {
  for await (const folder of buildAllPages()) process.stdout.write(`${folder}\n`);
}
