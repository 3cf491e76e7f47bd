// The name that members of a team see.
import { Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../browser/api.ts';
import { type Person, personQuery } from '../../../browser/queries.ts';
import { useAct } from '../../../browser/use-act.ts';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { Awaited } from '../../../parts/screen.tsx';
import { Section } from '../../../parts/sheets/section.tsx';
import { words } from '../../../words/words.ts';

export function Profile() {
  const { data: person } = useQuery(personQuery);
  if (person === undefined || person === null) return <Awaited lines={3} />;
  return <ProfileForm key={person.name} person={person} />;
}

function ProfileForm({ person }: { readonly person: Person }) {
  const [name, setName] = useState(person.name);
  const save = useAct({
    act: () => api.auth('/update-user', { name: name.trim() }),
    said: words.account.nameChanged,
    refreshes: [personQuery.queryKey, ['app-members']],
    showsProblem: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run();
  };
  return (
    <Section title={words.headings.name} about={words.account.nameAbout}>
      <ProblemNote problem={save.problem} />
      <form onSubmit={submit}>
        <Group align="end">
          <TextInput
            label={words.common.name}
            autoComplete="name"
            required
            withAsterisk={false}
            maxLength={255}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            style={{ flex: '1 1 15rem' }}
          />
          <Button
            type="submit"
            variant="default"
            loading={save.isRunning}
            disabled={name.trim() === '' || name.trim() === person.name}
          >
            {words.account.changeName}
          </Button>
        </Group>
      </form>
    </Section>
  );
}
