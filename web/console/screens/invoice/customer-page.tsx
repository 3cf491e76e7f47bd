// A small preview of the customer's page of an invoice, and a link to it.
import { Anchor, Group, Stack } from '@mantine/core';
import type { Invoice } from '../../../../sdk/typescript/src/generated/api.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { publicPath } from '../../public-path.ts';
import { words } from '../../words/words.ts';

/** The preview stays up to date, as the customer's own page does. */
export function CustomerPage({ invoice }: { readonly invoice: Invoice }) {
  const { id, checkout_url: link } = invoice;
  return (
    <Stack gap="sm">
      <div className="glance" dir="ltr" inert>
        <div>
          <iframe src={`${publicPath}/pay/${id}`} title={words.invoice.customerPage} tabIndex={-1} />
        </div>
      </div>
      <Group gap="xs">
        <Anchor href={link} target="_blank" rel="noreferrer noopener">
          {words.common.open}
        </Anchor>
        <CopyButton text={link} what="link" />
      </Group>
    </Stack>
  );
}
