// What a setting comes to, right under it, and said anew while it is changed.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function Consequence({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" className="consequence">
      {children}
    </Text>
  );
}
