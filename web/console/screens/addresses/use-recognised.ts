// Asks the service to recognise a pasted text. A private key, even an incomplete one, never leaves the page.
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { RecogniseAppAddressAnswer } from '../../../../sdk/typescript/src/generated/api.ts';
import { looksPartlyPrivate, looksPrivate } from '../../../../src/core/private-material.ts';
import { api } from '../../browser/api.ts';
import { ApiProblem } from '../../browser/api-problem.ts';
import type { Recognised } from './recognised-address.ts';

export interface Recognition {
  readonly isPrivate: boolean;
  /** It may be a part of a private key: it is not sent at all. */
  readonly isKeptBack: boolean;
  /** Null while the service is asked, and for a text that is neither an address nor a key. */
  readonly found: Recognised | null;
  readonly isAsking: boolean;
  /** Why it is neither, if the service knows. */
  readonly refusal: string | null;
}

/** Waits until the user stops typing. */
const pauseMillis = 200;

export function useRecognised(text: string): Recognition {
  const isPrivate = looksPrivate(text);
  const isKeptBack = !isPrivate && looksPartlyPrivate(text);
  const value = isPrivate || isKeptBack ? '' : text.trim();
  const [settled] = useDebouncedValue(value, pauseMillis);
  const isSettled = value !== '' && settled === value;
  const { data, error, isPending } = useQuery({
    queryKey: ['recognised', value],
    queryFn: () => api.post<RecogniseAppAddressAnswer>('/app-address/recognise', { value }),
    enabled: isSettled,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const answer = isSettled && data !== undefined ? data : null;
  return {
    isPrivate,
    isKeptBack,
    found: answer === null || answer.kind === null ? null : { ...answer, kind: answer.kind },
    isAsking: value !== '' && (!isSettled || isPending),
    refusal: answer?.problems[0]?.message ?? (isSettled && error instanceof ApiProblem ? error.message : null),
  };
}
