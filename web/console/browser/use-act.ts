// A change that the user makes on the service: running, done, or refused with the service's message.
import { notifications } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { words } from '../words/words.ts';
import { ApiProblem } from './api-problem.ts';

export interface ActOptions<Given, Answer> {
  /** The call, such as (body) => api.post('/invoice', body). */
  readonly act: (given: Given) => Promise<Answer>;
  /** The notification after success; none if it is left out. */
  readonly said?: string;
  /** The queries to refetch afterwards, by the first words of their keys, such as [['webhooks', appId]]. */
  readonly refreshes?: readonly QueryKey[];
  readonly done?: (answer: Answer, given: Given) => void;
  /** true: the screen shows the problem itself, in its form; otherwise a notification shows it. */
  readonly showsProblem?: boolean;
}

export interface Act<Given> {
  readonly run: (given: Given) => void;
  readonly isRunning: boolean;
  /** Why the last call failed; null otherwise, and if the user closed the step-up dialog. */
  readonly problem: ApiProblem | null;
  readonly forget: () => void;
}

export function useAct<Given = void, Answer = unknown>(options: ActOptions<Given, Answer>): Act<Given> {
  const client = useQueryClient();
  const mutation = useMutation<Answer, Error, Given>({
    mutationFn: options.act,
    onSuccess: (answer, given) => {
      for (const queryKey of options.refreshes ?? []) void client.invalidateQueries({ queryKey });
      if (options.said !== undefined) notifications.show({ message: options.said });
      options.done?.(answer, given);
    },
    onError: (error) => {
      if (options.showsProblem === true || problemIn(error) === null) return;
      notifications.show({ color: 'red', title: words.common.actionFailed, message: error.message });
    },
  });
  return {
    run: (given) => mutation.mutate(given),
    isRunning: mutation.isPending,
    problem: problemIn(mutation.error),
    forget: () => mutation.reset(),
  };
}

/** Null for a problem that needs no message. */
function problemIn(error: Error | null): ApiProblem | null {
  if (error === null) return null;
  if (!(error instanceof ApiProblem))
    return new ApiProblem({ status: 0, code: 'unknown', detail: words.common.actionFailedMore });
  return error.code === 'declined' ? null : error;
}
