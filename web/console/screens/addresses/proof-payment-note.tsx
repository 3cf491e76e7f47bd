// The payment from an address to itself that proves control of an address that cannot sign.
import { Group, Text } from '@mantine/core';
import type { ProofPayment } from '../../browser/api-problem.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Time } from '../../parts/time.tsx';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';

export function ProofPaymentNote({ payment }: { readonly payment: ProofPayment }) {
  const { amount, cryptocurrency, network, expires_at } = payment;
  return (
    <Group gap="xs">
      <Text size="sm">
        {joined(
          words.addresses.proofPayment({
            payment: (
              <bdi className="mono" dir="ltr">
                {amount} {cryptocurrency}
              </bdi>
            ),
            network,
            time: <Time at={expires_at} />,
          }),
        )}
      </Text>
      <CopyButton text={amount} what="amount" />
    </Group>
  );
}
