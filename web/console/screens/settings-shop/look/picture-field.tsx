// The picture of the shop: chosen, put where the service says, and drawn anew there before anybody sees it.
import { Button, FileButton, Group, Text } from '@mantine/core';
import type { App, UploadTarget } from '../../../../../sdk/src/generated/api.ts';
import { api } from '../../../outside/api.ts';
import { ApiProblem, problemOf, unreachable } from '../../../outside/api-problem.ts';
import { useAct } from '../../../outside/use-act.ts';
import { ProblemNote } from '../../../parts/problem-note.tsx';

const types = 'image/png,image/jpeg,image/webp,image/avif';
const mostBytes = 5 * 1024 * 1024;

export function PictureField({ app }: { readonly app: App }) {
  const put = useAct<File | null>({
    act: async (file) => {
      await api.put(`/app/${app.id}`, { image: file === null ? null : await upload(file) });
    },
    refreshes: [['app']],
    said: 'The picture is saved.',
    showsProblem: true,
  });
  return (
    <div>
      <Text size="sm" fw={600} id="picture-label">
        Picture
      </Text>
      <Text size="xs" c="dimmed" mb={4}>
        PNG, JPEG, WebP or AVIF, up to 5 MB. It is saved at once.
      </Text>
      <Group gap="xs">
        {app.image === null ? null : <img src={app.image} alt="" width="44" height="44" className="picture" />}
        <FileButton accept={types} onChange={(file) => file !== null && put.run(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={put.isRunning}>
              {app.image === null ? 'Choose a picture' : 'Another picture'}
            </Button>
          )}
        </FileButton>
        {app.image === null ? null : (
          <Button variant="subtle" disabled={put.isRunning} onClick={() => put.run(null)}>
            Take it away
          </Button>
        )}
      </Group>
      <ProblemNote problem={put.problem} />
    </div>
  );
}

/** Answers the name that the picture has from then on. Throws ApiProblem. */
async function upload(file: File): Promise<string> {
  if (!types.split(',').includes(file.type))
    throw refused('This is no PNG, JPEG, WebP or AVIF. Choose another picture.');
  if (file.size > mostBytes) throw refused('This picture is larger than 5 MB. Choose a smaller one.');
  const target = await api.post<UploadTarget>('/upload-target', { content_type: file.type, size: file.size });
  const answer = await fetch(target.url, { method: target.method, headers: target.headers, body: file }).catch(() => {
    throw unreachable();
  });
  if (!answer.ok) throw problemOf(answer.status, answer.headers, await answer.json().catch(() => null));
  return target.name;
}

function refused(detail: string): ApiProblem {
  return new ApiProblem({ status: 422, code: 'validation_failed', detail });
}
