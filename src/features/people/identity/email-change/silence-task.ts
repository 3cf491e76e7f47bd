// The task that applies changes of e-mail addresses after the old address has not objected for long enough.
import { everyMillis, type RecurringTask } from '../../../known/schedule/task-kinds.ts';
import { applySilentChanges } from './change-email.ts';

export function silenceTask(instance: Parameters<typeof applySilentChanges>[0]): RecurringTask {
  return { kind: 'silent_email_changes', ...everyMillis(60_000), run: () => applySilentChanges(instance) };
}
