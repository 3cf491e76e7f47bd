// A sheet of a screen with a heading of its own, and what it is about in a sentence.
import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface SectionProps {
  readonly title: ReactNode;
  readonly about?: ReactNode;
  /** At the end of the heading's line: a badge, a button that is not the screen's primary one. */
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}

export function Section({ title, about, aside, children }: SectionProps) {
  return (
    <section className="sheet">
      <Stack>
        <div>
          <Group justify="space-between" align="center" gap="xs" mb={4}>
            <Title order={2} size="h3">
              {title}
            </Title>
            {aside}
          </Group>
          {about === undefined ? null : (
            <Text c="dimmed" size="sm">
              {about}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </section>
  );
}
