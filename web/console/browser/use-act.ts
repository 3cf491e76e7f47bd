// An act of the person's on the service: running, done, or refused in its own words.
import { notifications } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { words } from '../words/words.ts';
import { ApiProblem } from './api-problem.ts';

export interface ActOptions<Given, Answer> {
  /** The call, as in (body) => api.post('/invoice', body). */
  readonly act: (given: Given) => Promise<Answer>;
  /** Said once it is done; nothing is said where it is left out. */
  readonly said?: string;
  /** What is asked again afterwards: the first words of keys, as in [['webhooks', appId]]. */
  readonly refreshes?: readonly QueryKey[];
  readonly done?: (answer: Answer, given: Given) => void;
  /** true: the screen shows the problem itself (in a form); otherwise it is said in a notification. */
  readonly showsProblem?: boolean;
}

export interface Act<Given> {
  readonly run: (given: Given) => void;
  readonly isRunning: boolean;
  /** Why the last one did not work; null otherwise, and where the person closed the question. */
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

/** null for what needs no words. */
function problemIn(error: Error | null): ApiProblem | null {
  if (error === null) return null;
  if (!(error instanceof ApiProblem))
    return new ApiProblem({ status: 0, code: 'unknown', detail: words.common.actionFailedMore });
  return error.code === 'declined' ? null : error;
}
