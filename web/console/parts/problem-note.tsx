// The error of a failed call, in the service's words: next to the wrong fields, or above the form.
import { Alert, Text } from '@mantine/core';
import type { ApiProblem } from '../browser/api-problem.ts';
import { words } from '../words/words.ts';

/**
 * Messages by field, for a form's `setErrors`. The paths are those of the request (`order.items.0.price`), which the
 * form shares.
 */
export function fieldErrors(problem: ApiProblem | null): Record<string, string> {
  return Object.fromEntries((problem?.fields ?? []).map(({ field, message }) => [field, plainWords(message)]));
}

/** Replaces a message of the API about the form of a value by one in the language of the page. */
function plainWords(message: string): string {
  if (message.startsWith('Must be a color')) return words.common.colorForm({ example: '#0b6b4d' });
  if (message.startsWith('Must be a currency code')) return words.common.currencyForm;
  if (message.startsWith('Must be a decimal')) return words.common.numberForm({ example: '12.50' });
  return message.startsWith('Has characters or a form') ? words.common.wrongForm : message;
}

/** `shown`: fields of the form that show their own errors, which are left out here. */
export function ProblemNote({
  problem,
  shown = [],
}: {
  readonly problem: ApiProblem | null;
  readonly shown?: readonly string[];
}) {
  if (problem === null) return null;
  const rest = problem.fields.filter(({ field }) => !shown.includes(field));
  if (problem.fields.length > 0 && rest.length === 0) return null;
  return (
    <Alert role="alert" color="red" variant="light">
      {rest.length > 0 ? (
        rest.map(({ field, message }) => <Text key={field}>{plainWords(message)}</Text>)
      ) : (
        <Text>{problem.message}</Text>
      )}
    </Alert>
  );
}
