// Applies due changes of slugs at intervals. Opening a page applies them too.
import type { Instance } from '../../../instance.ts';
import { everyMillis, type RecurringTask } from '../../../known/schedule/task-kinds.ts';
import { carryOutSlugChanges } from './carry-out.ts';

export function slugChangeTask(instance: Instance): RecurringTask {
  return { kind: 'slug_changes', ...everyMillis(60_000), run: () => carryOutSlugChanges(instance, null) };
}
