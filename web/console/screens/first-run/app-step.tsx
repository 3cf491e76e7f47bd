// The app: its name, its URL, and whether it is for development or production.
import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import type { App, CreateAppBody } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { appsQuery } from '../../browser/queries.ts';
import { useAct } from '../../browser/use-act.ts';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';

export function AppStep({ app, made }: { readonly app: App | null; readonly made: (app: App) => void }) {
  const form = useForm<CreateAppBody>({ initialValues: { name: '', url: '', environment: 'development' } });
  const create = useAct({
    act: (body: CreateAppBody) => api.post<App>('/app', { ...body, url: withScheme(body.url) }),
    refreshes: [appsQuery.queryKey],
    done: made,
    showsProblem: true,
  });
  const { problem } = create;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form's functions are new with every drawing.
  useEffect(() => form.setErrors(fieldErrors(problem)), [problem]);
  if (app !== null) {
    return (
      <p className="soft">
        {joined(words.firstRun.shopDone({ name: <bdi>{app.name}</bdi>, url: <bdi dir="ltr">{app.url}</bdi> }))}
      </p>
    );
  }
  return (
    <form onSubmit={form.onSubmit(create.run)}>
      <Stack>
        <ProblemNote problem={problem} shown={['name', 'url', 'environment']} />
        <TextInput
          label={words.common.name}
          description={words.firstRun.nameHint}
          required
          withAsterisk={false}
          maxLength={255}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={words.firstRun.website}
          placeholder="https://shop.example"
          required
          withAsterisk={false}
          inputMode="url"
          {...form.getInputProps('url')}
        />
        <Radio.Group label={words.firstRun.environment} {...form.getInputProps('environment')}>
          <Stack gap="xs" mt={4}>
            <Radio value="development" label={words.firstRun.test} description={words.firstRun.testHint} />
            <Radio value="production" label={words.firstRun.live} description={words.firstRun.liveHint} />
          </Stack>
        </Radio.Group>
        <div>
          <Button type="submit" loading={create.isRunning}>
            {words.firstRun.createShop}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** Users type 'shop.example'. */
function withScheme(text: string): string {
  return /^[a-z]+:/i.test(text.trim()) ? text.trim() : `https://${text.trim()}`;
}
