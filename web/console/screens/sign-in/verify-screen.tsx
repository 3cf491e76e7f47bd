// After signing up: the address is to be confirmed by the link that was mailed, which can be sent again.
import { Anchor, Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { api } from '../../outside/api.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { Entrance, Refusal } from './entrance.tsx';

export function VerifyScreen() {
  const { email } = useSearch({ strict: false }) as { email?: string };
  const again = useMutation({ mutationFn: () => api.auth('/send-verification-email', { email }) });
  return (
    <Entrance title="Confirm your e-mail address">
      <Text>
        We have sent a link to <strong>{email ?? 'your address'}</strong>. Open it, then sign in.
      </Text>
      <Text c="dimmed">Nothing came? Look among the unwanted mail. A link that is too old can be sent anew.</Text>
      <Refusal error={again.error} wrong="This did not work." />
      {email === undefined ? null : (
        <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
          {again.isSuccess ? 'Sent. Send it once more' : 'Send it again'}
        </Button>
      )}
      <Anchor component={AppLink} to="/console/sign-in" size="sm">
        Go to the sign-in
      </Anchor>
    </Entrance>
  );
}
