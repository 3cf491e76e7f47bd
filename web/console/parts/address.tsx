// A full address or hash in groups of four characters, with a button that copies it.
import { Group } from '@mantine/core';
import { addressGroups } from '../../checkout/rules/address-text.ts';
import { CopyButton, type CopyTarget } from './copy-button.tsx';

export interface AddressProps {
  readonly value: string;
  /** Names the value on the copy button. */
  readonly what?: CopyTarget;
  /** false: without the button, for long lists. */
  readonly copies?: boolean;
}

/** The spaces between the groups are visual only: copied or selected text has none. */
export function Address({ value, what = 'address', copies = true }: AddressProps) {
  const groups = addressGroups(value);
  const shown = (
    <bdi className="address" dir="ltr">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one text never change places.
        <span key={index}>{group}</span>
      ))}
    </bdi>
  );
  if (!copies) return shown;
  return (
    <Group gap="xs" align="center">
      {shown}
      <CopyButton text={value} what={what} />
    </Group>
  );
}
