// What the customer sees of an invoice right now: their page, small and not to be touched, and the way to it.
import { Anchor, Group, Stack } from '@mantine/core';
import type { Invoice } from '../../../../sdk/src/generated/api.ts';
import { CopyButton } from '../../parts/copy-button.tsx';

/** The page keeps itself true, as the customer's own does. */
export function CustomerPage({ invoice }: { readonly invoice: Invoice }) {
  const { id, checkout_url: link } = invoice;
  return (
    <Stack gap="sm">
      <div className="glance" dir="ltr" inert>
        <div>
          <iframe src={`/pay/${id}`} title="The customer’s page" loading="lazy" tabIndex={-1} />
        </div>
      </div>
      <Group gap="xs">
        <Anchor href={link} target="_blank" rel="noreferrer noopener">
          Open it
        </Anchor>
        <CopyButton text={link} what="the link" />
      </Group>
    </Stack>
  );
}
