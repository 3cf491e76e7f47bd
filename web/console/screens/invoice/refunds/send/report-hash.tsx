// Reports the hash of the transfer, so that the service looks it up at once.
import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Act } from '../../../../browser/use-act.ts';
import { fieldErrors, ProblemNote } from '../../../../parts/problem-note.tsx';
import { words } from '../../../../words/words.ts';

export interface ReportHashProps {
  readonly report: Act<string>;
  /** The hash that a wallet returned; empty for none. */
  readonly sentHash: string;
}

export function ReportHash({ report, sentHash }: ReportHashProps) {
  const [hash, setHash] = useState(sentHash);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    report.run(hash.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" align="flex-start">
        <ProblemNote problem={report.problem} shown={['hash']} />
        <TextInput
          w="100%"
          label={words.refunds.hash}
          description={words.refunds.hashHint}
          spellCheck={false}
          autoComplete="off"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={hash}
          error={fieldErrors(report.problem).hash}
          onChange={(event) => setHash(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={hash.trim() === ''} loading={report.isRunning}>
          {words.refunds.report}
        </Button>
      </Stack>
    </form>
  );
}
