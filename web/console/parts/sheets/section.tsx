// A section of a screen with a heading and one sentence about it.
import { Group, Stack, Text, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { sectionId } from '../../search/settings-index.ts';

export interface SectionProps {
  readonly title: ReactNode;
  readonly about?: ReactNode;
  /** At the end of the heading's line: a badge, or a secondary button. */
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}

export function Section({ title, about, aside, children }: SectionProps) {
  const part = useRef<HTMLElement>(null);
  const id = typeof title === 'string' ? sectionId(title) : undefined;
  const wanted = useLocation({ select: ({ hash }) => hash });
  // The search leads to a section, which is often drawn later than its screen.
  useEffect(() => {
    if (id === undefined || id !== wanted) return;
    part.current?.scrollIntoView({ block: 'start' });
    part.current?.focus();
  }, [id, wanted]);
  return (
    <section className="sheet" id={id} ref={part} tabIndex={-1} data-row>
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
