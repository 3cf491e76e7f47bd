// The shop itself: its name, its address on the web, and whether it is for trying out or for real money.
import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import type { App, CreateAppBody } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { appsQuery } from '../../outside/queries.ts';
import { useAct } from '../../outside/use-act.ts';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';

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
        {app.name}, {app.url}. Its name, logo and colours are among the settings of the shop.
      </p>
    );
  }
  return (
    <form onSubmit={form.onSubmit(create.run)}>
      <Stack>
        <ProblemNote problem={problem} shown={['name', 'url', 'environment']} />
        <TextInput
          label="Name"
          description="Customers read it when they pay."
          required
          withAsterisk={false}
          maxLength={255}
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Address on the web"
          placeholder="https://shop.example"
          required
          withAsterisk={false}
          inputMode="url"
          {...form.getInputProps('url')}
        />
        <Radio.Group label="What is it for?" {...form.getInputProps('environment')}>
          <Stack gap="xs" mt={4}>
            <Radio
              value="development"
              label="Trying things out"
              description="Test networks only, whose coins are worth nothing. Payments can be simulated."
            />
            <Radio value="production" label="Real money" description="Main networks. This cannot be changed later." />
          </Stack>
        </Radio.Group>
        <div>
          <Button type="submit" loading={create.isRunning}>
            Make the shop
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** People write 'shop.example'. */
function withScheme(text: string): string {
  return /^[a-z]+:/i.test(text.trim()) ? text.trim() : `https://${text.trim()}`;
}
