// Programs of one's own that may ask people to sign in here: registered, changed, given another secret, removed.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreateOauth2ClientAnswer, Oauth2Client } from '../../../../../sdk/src/generated/api.ts';
import { api } from '../../../outside/api.ts';
import { useKeys } from '../../../outside/keys.ts';
import { useAct } from '../../../outside/use-act.ts';
import { Confirm, type ConfirmProps } from '../../../parts/confirm.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { Row, RowList } from '../../../parts/row-list.tsx';
import { Awaited, NotAnswered } from '../../../parts/screen.tsx';
import { SecretOnce } from '../../../parts/secret-once.tsx';
import { Section } from '../../../parts/section.tsx';
import { ClientDialog } from './client-dialog.tsx';

const refreshes = [['oauth2-clients']];

export function Clients() {
  const [edited, setEdited] = useState<Oauth2Client | 'new' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [question, setQuestion] = useState<ConfirmProps['question']>(null);
  const close = () => setQuestion(null);
  const clients = useQuery({
    queryKey: ['oauth2-clients'],
    queryFn: ({ signal }) => api.get<Oauth2Client[]>('/oauth2-clients', { limit: 100 }, signal),
  });
  const rotate = useAct({
    act: ({ id }: Oauth2Client) => api.post<CreateOauth2ClientAnswer>(`/oauth2-client/${id}/rotate-secret`),
    refreshes,
    done: (answer) => {
      close();
      setSecret(answer.client_secret ?? null);
    },
  });
  const remove = useAct({
    act: ({ id }: Oauth2Client) => api.delete(`/oauth2-client/${id}`),
    said: 'Removed: nobody can sign in through it any more.',
    refreshes,
    done: close,
  });
  const askToRotate = (one: Oauth2Client) =>
    setQuestion({
      title: `A new secret for ${one.name}?`,
      costs: 'The present one stops working at once: the program signs nobody in until it has the new one.',
      yes: 'Make a new secret',
      act: () => rotate.run(one),
    });
  const askToRemove = (one: Oauth2Client) =>
    setQuestion({
      title: `Remove ${one.name}?`,
      costs: 'Everybody who let it in loses it at once, and it can ask nobody any more.',
      yes: 'Remove the program',
      act: () => remove.run(one),
    });
  useKeys([{ keys: 'n', words: 'Register a program', act: () => setEdited('new') }]);
  return (
    <Section
      title="Programs of yours"
      about="Register a program that asks people to sign in here, by OpenID Connect."
      aside={
        <Button variant="default" onClick={() => setEdited('new')}>
          Register a program
        </Button>
      }
    >
      {clients.isPending ? <Awaited lines={2} /> : null}
      {clients.error === null ? null : <NotAnswered error={clients.error} again={() => void clients.refetch()} />}
      {clients.data?.length === 0 ? <Text>None is registered.</Text> : null}
      <RowList label="Programs of yours">
        {(clients.data ?? []).map((one) => (
          <Row
            key={one.id}
            title={one.name}
            detail={
              <>
                Client id <bdi className="mono">{one.client_id}</bdi>
                <br />
                {one.redirect_uris.join(', ')}
              </>
            }
          >
            <Group gap="xs">
              <CopyButton text={one.client_id} what={`the client id of ${one.name}`} />
              <Button variant="default" aria-label={`Change ${one.name}`} onClick={() => setEdited(one)}>
                Change
              </Button>
              {one.token_endpoint_auth_method === 'none' ? null : (
                <Button variant="default" aria-label={`New secret for ${one.name}`} onClick={() => askToRotate(one)}>
                  New secret
                </Button>
              )}
              <Button variant="default" aria-label={`Remove ${one.name}`} onClick={() => askToRemove(one)}>
                Remove
              </Button>
            </Group>
          </Row>
        ))}
      </RowList>
      {edited === null ? null : (
        <ClientDialog
          client={edited === 'new' ? null : edited}
          close={() => setEdited(null)}
          made={(answer) => setSecret(answer.client_secret ?? null)}
        />
      )}
      <SecretOnce
        secret={secret}
        title="The secret of your program"
        advice="Give it to the program as its client secret, and to nobody else."
        close={() => setSecret(null)}
      />
      <Confirm question={question} isRunning={rotate.isRunning || remove.isRunning} close={close} />
    </Section>
  );
}
