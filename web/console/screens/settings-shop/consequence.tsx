// The effect of a setting, directly below it, updated at each change.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function Consequence({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" className="consequence">
      {children}
    </Text>
  );
}
