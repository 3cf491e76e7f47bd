// The hash of a chain transaction: whole, to be copied, with the way to the explorer where the network has one.
import { Anchor, Group } from '@mantine/core';
import { webLink } from '../../checkout/rules/safe-link.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { words } from '../words/words.ts';

export function HashLine({ hash, explorer }: { readonly hash: string; readonly explorer?: string | null }) {
  const link = webLink(explorer);
  return (
    <Group gap="xs" align="center">
      <bdi className="mono" dir="ltr">
        {hash}
      </bdi>
      <CopyButton text={hash} what="hash" />
      {link === null ? null : (
        <Anchor href={link} target="_blank" rel="noreferrer noopener" size="sm">
          {words.common.explorer}
        </Anchor>
      )}
    </Group>
  );
}
