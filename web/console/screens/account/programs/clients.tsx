// The user's own applications, which other users sign in to with this service.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreateOauth2ClientAnswer, Oauth2Client } from '../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../browser/api.ts';
import { useKeys } from '../../../browser/keys.ts';
import { useAct } from '../../../browser/use-act.ts';
import { Confirm, type ConfirmProps } from '../../../parts/confirm.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { Awaited, NotAnswered } from '../../../parts/screen.tsx';
import { SecretOnce } from '../../../parts/secret-once.tsx';
import { Row, RowList } from '../../../parts/sheets/row-list.tsx';
import { Section } from '../../../parts/sheets/section.tsx';
import { joined } from '../../../words/text-with-elements.ts';
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
    said: words.account.clientRemoved,
    refreshes,
    done: close,
  });
  const askToRotate = (one: Oauth2Client) => setQuestion({ ...rotation(one), act: () => rotate.run(one) });
  const askToRemove = (one: Oauth2Client) => setQuestion({ ...removal(one), act: () => remove.run(one) });
  useKeys([{ keys: 'n', words: words.account.register, act: () => setEdited('new') }]);
  return (
    <Section
      title={words.headings.applications}
      about={words.account.clientsAbout({ protocol: 'OpenID Connect' })}
      aside={
        <Button variant="default" onClick={() => setEdited('new')}>
          {words.account.register}
        </Button>
      }
    >
      {clients.isPending ? <Awaited lines={2} /> : null}
      {clients.error === null ? null : <NotAnswered error={clients.error} again={() => void clients.refetch()} />}
      {clients.data?.length === 0 ? <Text>{words.account.noClients}</Text> : null}
      <RowList label={words.headings.applications}>
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
        title={words.account.clientSecret}
        advice={words.account.clientSecretAdvice}
        close={() => setSecret(null)}
      />
      <Confirm question={question} isRunning={rotate.isRunning || remove.isRunning} close={close} />
    </Section>
  );
}

function rotation({ name }: Oauth2Client) {
  return {
    title: words.account.rotateTitle({ name }),
    costs: words.account.rotateCosts,
    yes: words.account.rotate,
  };
}

function removal({ name }: Oauth2Client) {
  return {
    title: words.account.removeTitle({ name }),
    costs: words.account.removeCosts,
    yes: words.account.removeClient,
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
          {joined(
            words.account.clientId({
              id: (
                <bdi className="mono" dir="ltr">
                  {client_id}
                </bdi>
              ),
            }),
          )}
          <br />
          <bdi dir="ltr">{redirect_uris.join(', ')}</bdi>
        </>
      }
    >
      <Group gap="xs">
        <CopyButton text={client_id} what="clientId" />
        <Button variant="default" aria-label={words.account.editName({ name })} onClick={change}>
          {words.common.edit}
        </Button>
        {token_endpoint_auth_method === 'none' ? null : (
          <Button variant="default" aria-label={words.account.rotateOf({ name })} onClick={rotate}>
            {words.account.rotate}
          </Button>
        )}
        <Button variant="default" aria-label={words.account.removeName({ name })} onClick={remove}>
          {words.common.remove}
        </Button>
      </Group>
    </Row>
  );
}
