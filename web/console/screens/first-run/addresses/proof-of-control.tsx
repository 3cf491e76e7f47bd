// Another account on this instance already uses the address: proof of control transfers it.
import { Alert, Stack, Text, TextInput } from '@mantine/core';
import type { ApiProblem } from '../../../browser/api-problem.ts';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { words } from '../../../words/words.ts';
import { ProofPaymentNote } from '../../addresses/proof-payment-note.tsx';

export interface ProofOfControlProps {
  readonly problem: ApiProblem | null;
  readonly signature: string;
  readonly sign: (signature: string) => void;
}

export function ProofOfControl({ problem, signature, sign }: ProofOfControlProps) {
  const asked = problem?.fields.find(({ proof_text }) => proof_text !== undefined);
  const text = asked?.proof_text;
  if (text === undefined && signature === '') return null;
  return (
    <Stack>
      {text === undefined ? null : (
        <Alert role="alert" color="amber" title={words.firstRun.takenTitle}>
          <Stack align="flex-start">
            <Text>{words.firstRun.takenMore}</Text>
            <Text className="mono">{text}</Text>
            <CopyButton text={text} what="textToSign" />
            {asked?.proof_payment === undefined ? null : (
              <>
                <ProofPaymentNote payment={asked.proof_payment} />
                <Text size="sm">{asked.message}</Text>
              </>
            )}
          </Stack>
        </Alert>
      )}
      <TextInput
        label={words.addresses.signature}
        value={signature}
        onChange={(event) => sign(event.currentTarget.value)}
        spellCheck={false}
      />
    </Stack>
  );
}
