// The result of a setting, right under it. It follows each change.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function Consequence({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" className="consequence">
      {children}
    </Text>
  );
}
