// The theme and the time zone of the console in this browser.
import { SegmentedControl, Select, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useCell } from '../../browser/cell.ts';
import { timeZone, zoneOf } from '../../browser/preferences.ts';
import { Section } from '../../parts/sheets/section.tsx';
import { exactTime } from '../../parts/time.tsx';
import { words } from '../../words/words.ts';

export function Display() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chosen = useCell(timeZone);
  const own = zoneOf(null);
  return (
    <>
      <Section title={words.headings.theme} about={words.account.keptHere}>
        <SegmentedControl
          aria-label={words.headings.theme}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
          data={[
            { value: 'auto', label: words.account.auto },
            { value: 'light', label: words.account.light },
            { value: 'dark', label: words.account.dark },
          ]}
        />
      </Section>
      <Section title={words.headings.timeZone} about={words.account.zoneAbout({ zone: 'UTC' })}>
        <Stack maw="26rem">
          <Select
            label={words.account.zoneLabel}
            placeholder={words.account.zoneAuto({ zone: own })}
            data={Intl.supportedValuesOf('timeZone')}
            value={chosen}
            onChange={(zone) => timeZone.set(zone)}
            searchable
            clearable
            limit={40}
            nothingFoundMessage={words.account.noZone}
          />
          <Text size="sm" c="dimmed">
            {words.account.now({ time: exactTime(new Date().toISOString(), zoneOf(chosen)) })}
          </Text>
        </Stack>
      </Section>
    </>
  );
}
