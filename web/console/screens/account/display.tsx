// How the console looks in this browser: light or dark, and the time zone that times are shown in.
import { SegmentedControl, Select, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useCell } from '../../outside/cell.ts';
import { timeZone, zoneOf } from '../../outside/preferences.ts';
import { Section } from '../../parts/sheets/section.tsx';
import { exactTime } from '../../parts/time.tsx';
import { words } from '../../words/words.ts';

export function Display() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chosen = useCell(timeZone);
  const own = zoneOf(null);
  return (
    <>
      <Section title={words.headings.theme} about="Kept in this browser.">
        <SegmentedControl
          aria-label="Colours"
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
          data={[
            { value: 'auto', label: 'As the device' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      </Section>
      <Section
        title={words.headings.timeZone}
        about="Kept in this browser. Exports are in UTC, whatever is chosen here."
      >
        <Stack maw="26rem">
          <Select
            label="Times are shown in"
            placeholder={`As the device: ${own}`}
            data={Intl.supportedValuesOf('timeZone')}
            value={chosen}
            onChange={(zone) => timeZone.set(zone)}
            searchable
            clearable
            limit={40}
            nothingFoundMessage="No time zone has this name"
          />
          <Text size="sm" c="dimmed">
            Now it is {exactTime(new Date().toISOString(), zoneOf(chosen))}.
          </Text>
        </Stack>
      </Section>
    </>
  );
}
