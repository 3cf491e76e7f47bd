// A link in full, with a button that copies it.
import { Anchor, Group } from '@mantine/core';
import { CopyButton } from '../copy-button.tsx';

export function LinkLine({ url }: { readonly url: string }) {
  return (
    <Group gap="xs">
      <Anchor className="mono" dir="ltr" href={url} target="_blank" rel="noreferrer noopener">
        {url}
      </Anchor>
      <CopyButton text={url} what="link" />
    </Group>
  );
}
