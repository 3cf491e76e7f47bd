// `invoices prune`: deletes old invoices that never received money.
import { parseArgs } from 'node:util';
import { prunableAfterMillis, pruneInvoices } from '../../features/money/invoices/acts/prune-invoices.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';
import { fault, required } from '../words.ts';

export const pruneInvoicesCommand: Command = {
  takes: '--before DATE [--dry-run] [--json]',
  about:
    'Deletes invoices that ended before DATE (2026-01-31, UTC; 30 days ago or more) and received no money, ' +
    'together with their attempts. --dry-run only counts them.',
  async run(args, terminal) {
    const { values } = parseArgs({
      args,
      options: { before: { type: 'string' }, 'dry-run': { type: 'boolean' }, json: { type: 'boolean' } },
    });
    const before = readDay(required('--before', values.before));
    const isDry = values['dry-run'] === true;
    const done = await withInstance(terminal, (instance) => {
      if (before.getTime() > instance.clock.now().getTime() - prunableAfterMillis)
        throw fault('--before must be at least 30 days ago: until then a late payment may still find its invoice.');
      return pruneInvoices(instance, {
        before,
        isDry,
        batch: 1_000,
        onProgress: ({ looked, pruned }) =>
          terminal.errors.write(`${looked} checked, ${pruned} ${isDry ? 'to be pruned' : 'pruned'}\n`),
      });
    });
    const shown = { before: before.toISOString(), looked_at: done.looked, pruned: isDry ? 0 : done.pruned };
    const sentence = isDry
      ? `${done.pruned} invoices would be pruned; nothing was deleted.`
      : `${done.pruned} invoices were pruned.`;
    const answer = isDry ? { ...shown, prunable: done.pruned } : shown;
    terminal.output.write(values.json === true ? `${JSON.stringify(answer)}\n` : `${sentence}\n`);
    return 0;
  },
};

/** The start of that day, UTC. */
function readDay(text: string): Date {
  const day = new Date(`${text}T00:00:00.000Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text)
    throw fault('--before must be a day such as 2026-01-31.');
  return day;
}
