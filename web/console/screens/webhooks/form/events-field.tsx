// The events that an endpoint receives: all, or the ticked ones.
import { Checkbox, Group, Radio, Stack } from '@mantine/core';
import { eventTypes } from '../../../../../src/core/event.ts';
import { words } from '../../../words/words.ts';
import { wordsOfEvent } from '../event-words.ts';

interface EventsFieldProps {
  readonly label: string;
  readonly isAll: boolean;
  readonly setAll: (isAll: boolean) => void;
  readonly events: readonly string[];
  readonly setEvents: (events: readonly string[]) => void;
  readonly error: string | undefined;
}

export function EventsField({ label, isAll, setAll, events, setEvents, error }: EventsFieldProps) {
  return (
    <>
      <Radio.Group
        label={label}
        value={isAll ? 'all' : 'some'}
        onChange={(value) => setAll(value === 'all')}
        error={error}
      >
        <Group mt={6}>
          <Radio value="all" label={words.webhooks.allEvents} />
          <Radio value="some" label={words.webhooks.someEvents} />
        </Group>
      </Radio.Group>
      {isAll ? null : (
        <Checkbox.Group value={[...events]} onChange={setEvents} aria-label={words.webhooks.events}>
          <Stack gap={10}>
            {eventTypes.map((type) => (
              <Checkbox
                key={type}
                value={type}
                label={
                  <>
                    {wordsOfEvent(type)} <span className="mono soft">{type}</span>
                  </>
                }
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  );
}
