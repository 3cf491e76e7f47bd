// The logo of the shop. The browser uploads it to the place that the service names, and the service redraws it.
import { Button, FileButton, Group, Text } from '@mantine/core';
import type { App, UploadTarget } from '../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../browser/api.ts';
import { ApiProblem, problemOf, unreachable } from '../../../browser/api-problem.ts';
import { useAct } from '../../../browser/use-act.ts';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { list, measure } from '../../../words/figures.ts';
import { words } from '../../../words/words.ts';

const types = 'image/png,image/jpeg,image/webp,image/avif';
const mostMegabytes = 5;
const mostBytes = mostMegabytes * 1024 * 1024;
const formatNames = () => list(['PNG', 'JPEG', 'WebP', 'AVIF'], 'disjunction');
const mostSize = () => measure(mostMegabytes, 'megabyte');

export function PictureField({ app }: { readonly app: App }) {
  const put = useAct<File | null>({
    act: async (file) => {
      await api.put(`/app/${app.id}`, { image: file === null ? null : await upload(file) });
    },
    refreshes: [['app']],
    said: words.settingsShop.logoSaved,
    showsProblem: true,
  });
  return (
    <div>
      <Text size="sm" fw={600} id="picture-label">
        {words.settingNames.logo}
      </Text>
      <Text size="xs" c="dimmed" mb={4}>
        {words.settingsShop.logoHint({ formats: formatNames(), size: mostSize() })}
      </Text>
      <Group gap="xs">
        {app.image === null ? null : <img src={app.image} alt="" width="44" height="44" className="picture" />}
        <FileButton accept={types} onChange={(file) => file !== null && put.run(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={put.isRunning}>
              {app.image === null ? words.settingsShop.chooseLogo : words.settingsShop.replaceLogo}
            </Button>
          )}
        </FileButton>
        {app.image === null ? null : (
          <Button variant="subtle" disabled={put.isRunning} onClick={() => put.run(null)}>
            {words.settingsShop.removeLogo}
          </Button>
        )}
      </Group>
      <ProblemNote problem={put.problem} />
    </div>
  );
}

/** Returns the name of the stored image. Throws ApiProblem. */
async function upload(file: File): Promise<string> {
  if (!types.split(',').includes(file.type)) throw refused(words.settingsShop.logoFormat({ formats: formatNames() }));
  if (file.size > mostBytes) throw refused(words.settingsShop.logoSize({ size: mostSize() }));
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
