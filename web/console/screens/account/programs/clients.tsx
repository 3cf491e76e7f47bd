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
import { Awaited, NotAnswered } from '../../../parts/screen.tsx';
import { SecretOnce } from '../../../parts/secret-once.tsx';
import { Row, RowList } from '../../../parts/sheets/row-list.tsx';
import { Section } from '../../../parts/sheets/section.tsx';
import { words } from '../../../words/words.ts';
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
  const askToRotate = (one: Oauth2Client) => setQuestion({ ...rotation(one), act: () => rotate.run(one) });
  const askToRemove = (one: Oauth2Client) => setQuestion({ ...removal(one), act: () => remove.run(one) });
  useKeys([{ keys: 'n', words: 'Register a program', act: () => setEdited('new') }]);
  return (
    <Section
      title={words.headings.applications}
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
          <ClientRow
            key={one.id}
            client={one}
            change={() => setEdited(one)}
            rotate={() => askToRotate(one)}
            remove={() => askToRemove(one)}
          />
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

function rotation({ name }: Oauth2Client) {
  return {
    title: `A new secret for ${name}?`,
    costs: 'The present one stops working at once: the program signs nobody in until it has the new one.',
    yes: 'Make a new secret',
  };
}

function removal({ name }: Oauth2Client) {
  return {
    title: `Remove ${name}?`,
    costs: 'Everybody who let it in loses it at once, and it can ask nobody any more.',
    yes: 'Remove the program',
  };
}

interface ClientRowProps {
  readonly client: Oauth2Client;
  readonly change: () => void;
  readonly rotate: () => void;
  readonly remove: () => void;
}

function ClientRow({ client, change, rotate, remove }: ClientRowProps) {
  const { name, client_id, redirect_uris, token_endpoint_auth_method } = client;
  return (
    <Row
      title={name}
      detail={
        <>
          Client id <bdi className="mono">{client_id}</bdi>
          <br />
          {redirect_uris.join(', ')}
        </>
      }
    >
      <Group gap="xs">
        <CopyButton text={client_id} what="clientId" />
        <Button variant="default" aria-label={`Change ${name}`} onClick={change}>
          Change
        </Button>
        {token_endpoint_auth_method === 'none' ? null : (
          <Button variant="default" aria-label={`New secret for ${name}`} onClick={rotate}>
            New secret
          </Button>
        )}
        <Button variant="default" aria-label={`Remove ${name}`} onClick={remove}>
          Remove
        </Button>
      </Group>
    </Row>
  );
}
