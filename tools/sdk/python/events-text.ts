// Prints quittance/generated/events.py: a class for each event of webhooks.
import type { ApiModel, EventModel } from '../model/api-model.ts';
import { pascalCase } from '../model/read-declarations.ts';
import { listed, quoted } from './layout.ts';
import { heading, type Printed } from './module-text.ts';

export function eventsText(model: ApiModel): Printed {
  const names = [...model.events.map(className), 'WebhookEvent'].sort();
  const data = [...new Set(model.events.map((one) => one.data))].sort();
  const entries = model.events.map((one) => `${quoted(one.type)}: ${className(one)}`);
  const text = [
    heading('The events that webhooks deliver.', {
      dataclasses: ['dataclass', 'field'],
      datetime: ['datetime'],
      typing: ['Any', 'Dict', 'Mapping', 'Type'],
      '.._wire': ['read', 'to_time'],
      '.types': data,
    }),
    listed('__all__ = [', names.map(quoted), ']', ''),
    baseText,
    ...model.events.map(eventText),
    `\n_classes: Dict[str, Type[WebhookEvent]] = {\n${entries.map((one) => `    ${one},\n`).join('')}}\n`,
    readerText,
  ].join('\n');
  return { text, names };
}

function className({ type }: EventModel): string {
  return `${pascalCase(type)}Event`;
}

const baseText = `
@dataclass(frozen=True)
class WebhookEvent:
    """An event. Its class is a subclass, unless this version does not know its type."""

    id: str
    """The same at every attempt: store it, and skip events that you have seen."""
    type: str
    timestamp: datetime
    data: Any
    raw: Mapping[str, Any] = field(repr=False, compare=False)
    """The JSON of the delivery, with members that this version does not know."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> WebhookEvent:
        return cls(id=id, type=wire["type"], timestamp=to_time(wire["timestamp"]), data=wire.get("data"), raw=wire)
`;

function eventText(event: EventModel): string {
  const reads = [
    'id=id',
    'type=wire["type"]',
    'timestamp=to_time(wire["timestamp"])',
    `data=${event.data}.from_wire(wire["data"])`,
    'raw=wire',
    ...(event.sequence === null ? [] : ['sequence=wire.get("sequence", 0)']),
  ];
  return [
    `\n@dataclass(frozen=True)\nclass ${className(event)}(WebhookEvent):\n`,
    `    """\`${event.type}\`"""\n\n`,
    `    data: ${event.data}\n`,
    ...(event.sequence === null
      ? []
      : ['    sequence: int\n', '    """Counts the invoice\'s events without a gap, from 1."""\n']),
    '\n    @classmethod\n',
    `    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> ${className(event)}:\n`,
    listed('return cls(', reads, ')', '        '),
  ].join('');
}

const readerText = `
def read_event(id: str, wire: Mapping[str, Any]) -> WebhookEvent:
    """The event with the class of its type."""
    return _classes.get(str(wire.get("type")), WebhookEvent).from_wire(id, wire)
`;
