// The webhooks of the API document: the delivery of each event. Events with the same object share a body.
import type { Schema } from '../components.ts';
import { type DescribedEvent, objectOf } from '../event-objects.ts';
import type { Samples } from '../sample.ts';

export interface Deliveries {
  readonly webhooks: Readonly<Record<string, object>>;
  readonly requestBodies: Readonly<Record<string, object>>;
}

export function describeDeliveries(events: readonly DescribedEvent[], samples: Samples): Deliveries {
  const alike = [...Map.groupBy(events, ({ data }) => JSON.stringify(data)).values()];
  const shared = alike.flatMap((those) => {
    const [first, ...others] = those;
    return first === undefined || others.length === 0 ? [] : [{ name: bodyName(first), those }];
  });
  const referred = new Map(shared.flatMap(({ name, those }) => those.map((one) => [one.type, name] as const)));
  return {
    webhooks: Object.fromEntries(
      events.map((event) => {
        const name = referred.get(event.type);
        const body = name === undefined ? bodyOf([event], samples) : { $ref: `#/components/requestBodies/${name}` };
        return [event.type, webhookObject(event, body)];
      }),
    ),
    requestBodies: Object.fromEntries(shared.map(({ name, those }) => [name, bodyOf(those, samples)])),
  };
}

export const deliveryResponses = {
  Received: {
    description: [
      'Received. Respond at once, and process the event afterwards.',
      'After any other response it is sent again; after 410 the endpoint is disabled.',
    ].join(' '),
  },
};

/** A name such as `InvoiceEvent`, after the object that such events contain. */
function bodyName({ data }: DescribedEvent): string {
  return `${objectOf(data) ?? 'Other'}Event`;
}

function bodyOf(events: readonly DescribedEvent[], samples: Samples): object {
  const [first] = events as readonly [DescribedEvent];
  const types = events.map(({ type }) => type);
  const schema: Schema = {
    type: 'object',
    properties: {
      type: types.length === 1 ? { const: types[0] } : { type: 'string', enum: types },
      timestamp: { type: 'string', format: 'date-time' },
      ...(first.isNumbered ? { sequence } : {}),
      data: samples.shown(markable(first.data)),
    },
    required: ['type', 'timestamp', ...(first.isNumbered ? ['sequence'] : []), 'data'],
  };
  return { required: true, content: { 'application/json': { schema } } };
}

/** The data with the mark of made-up events. */
function markable(data: Schema): Schema {
  if (data.properties !== undefined) return { ...data, properties: { ...data.properties, ...simulated } };
  const mark = { type: 'object', properties: simulated };
  return { allOf: [...((data.allOf as readonly Schema[] | undefined) ?? [data]), mark] };
}

const simulated: Readonly<Record<string, Schema>> = {
  simulated: { type: 'boolean', description: 'True in an event of POST /sandbox/event: its object is made up.' },
};

const sequence: Schema = {
  type: 'integer',
  minimum: 1,
  description: "Counts the invoice's events: ignore one below a number that you have seen.",
};

function webhookObject(event: DescribedEvent, requestBody: object): object {
  const signed = ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'];
  return {
    post: {
      operationId: `on${event.type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      tags: ['Webhooks'],
      summary: event.summary,
      parameters: signed.map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody,
      responses: { '2XX': { $ref: '#/components/responses/Received' } },
    },
  };
}
