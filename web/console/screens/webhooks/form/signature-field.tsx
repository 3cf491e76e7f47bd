// How an endpoint's messages are signed, which is chosen once: with a secret that both sides have, or with a key pair.
import { Radio, Stack, Text } from '@mantine/core';
import type { CreateWebhookBody } from '../../../../../sdk/src/generated/api.ts';

export type Signature = NonNullable<CreateWebhookBody['signature']>;

export interface SignatureFieldProps {
  readonly signature: Signature;
  readonly choose: (signature: Signature) => void;
  readonly error: string | undefined;
}

export function SignatureField({ signature, choose, error }: SignatureFieldProps) {
  return (
    <Radio.Group
      label="Its messages are signed"
      description="For good: to change it, add another webhook."
      value={signature}
      onChange={(value) => choose(value as Signature)}
      error={error}
    >
      <Stack gap={10} mt={6}>
        <Radio value="v1" label="with a shared secret (HMAC-SHA256, v1)" />
        <Radio value="v1a" label="with a key pair (Ed25519, v1a)" />
      </Stack>
      <Text size="sm" c="dimmed" mt={6}>
        {signature === 'v1'
          ? 'Most libraries read it. Whoever takes the secret from your shop can make up messages to it.'
          : 'Your shop keeps a public key only: whoever reads it can make up nothing. Fewer libraries read it.'}
      </Text>
    </Radio.Group>
  );
}
