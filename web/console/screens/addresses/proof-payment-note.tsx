// The payment from an address to itself that proves control of it where it cannot sign.
import { Group, Text } from '@mantine/core';
import type { ProofPayment } from '../../outside/api-problem.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Time } from '../../parts/time.tsx';

export function ProofPaymentNote({ payment }: { readonly payment: ProofPayment }) {
  const { amount, cryptocurrency, network, expires_at } = payment;
  return (
    <Group gap="xs">
      <Text size="sm">
        If the address cannot sign, send exactly{' '}
        <span className="mono">
          {amount} {cryptocurrency}
        </span>{' '}
        on {network} from it to itself, and add the address again once that is confirmed. The time to send ends{' '}
        <Time at={expires_at} />.
      </Text>
      <CopyButton text={amount} what="amount" />
    </Group>
  );
}
