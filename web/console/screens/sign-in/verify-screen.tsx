// After sign-up: the user confirms the address by the mailed link, which can be sent again.
import { Anchor, Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { api } from '../../browser/api.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
import { Entrance, Refusal } from './sign-in-card.tsx';

export function VerifyScreen() {
  const { email } = useSearch({ strict: false }) as { email?: string };
  const again = useMutation({ mutationFn: () => api.auth('/send-verification-email', { email }) });
  return (
    <Entrance title={words.signIn.confirmEmail}>
      <Text>
        {email === undefined
          ? words.signIn.linkSent
          : joined(words.signIn.linkSentTo({ email: <strong>{email}</strong> }))}
      </Text>
      <Text c="dimmed">{words.signIn.noLinkMail}</Text>
      <Refusal error={again.error} wrong={words.signIn.failed} />
      {email === undefined ? null : (
        <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
          {again.isSuccess ? words.signIn.sentAgain : words.signIn.sendAgain}
        </Button>
      )}
      <Anchor component={AppLink} to="/console/sign-in" size="sm">
        {words.signIn.toSignIn}
      </Anchor>
    </Entrance>
  );
}
