// The signature of an endpoint's webhooks, chosen once: with a shared secret, or with a key pair.
import { Radio, Stack, Text } from '@mantine/core';
import type { CreateWebhookBody } from '../../../../../sdk/typescript/src/generated/api.ts';
import { words } from '../../../words/words.ts';

export type Signature = NonNullable<CreateWebhookBody['signature']>;

export interface SignatureFieldProps {
  readonly signature: Signature;
  readonly choose: (signature: Signature) => void;
  readonly error: string | undefined;
}

export function SignatureField({ signature, choose, error }: SignatureFieldProps) {
  return (
    <Radio.Group
      label={words.webhooks.signature}
      description={words.webhooks.signatureFixed}
      value={signature}
      onChange={(value) => choose(value as Signature)}
      error={error}
    >
      <Stack gap={10} mt={6}>
        <Radio value="v1" label={words.webhooks.signatureSecret({ scheme: 'HMAC-SHA256, v1' })} />
        <Radio value="v1a" label={words.webhooks.signatureKeys({ scheme: 'Ed25519, v1a' })} />
      </Stack>
      <Text size="sm" c="dimmed" mt={6}>
        {signature === 'v1' ? words.webhooks.secretAbout : words.webhooks.keysAbout}
      </Text>
    </Radio.Group>
  );
}
