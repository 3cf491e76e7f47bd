// Why something did not work, in the service's own words: beside the fields that it is about, or above the form.
import { Alert, Text } from '@mantine/core';
import type { ApiProblem } from '../browser/api-problem.ts';
import { words } from '../words/words.ts';

/**
 * Messages by field, to be given to a form's `setErrors`. Paths are those of the request (`order.items.0.price`), which
 * are those of the form where it is built like the request.
 */
export function fieldErrors(problem: ApiProblem | null): Record<string, string> {
  return Object.fromEntries((problem?.fields ?? []).map(({ field, message }) => [field, plainWords(message)]));
}

/** A pattern is for programs: people are told what it asks for. */
function plainWords(message: string): string {
  if (!message.startsWith('Must match pattern')) return message;
  if (message.includes('^#')) return words.common.colorForm({ example: '#0b6b4d' });
  if (message.includes('^[A-Z]{3}$')) return words.common.currencyForm;
  return message.includes('^(0|[1-9]') ? words.common.numberForm({ example: '12.50' }) : words.common.wrongForm;
}

/** `shown` are the fields of the form that show their own: of those nothing is said here. */
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
