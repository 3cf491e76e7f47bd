// `trigger`: emits a made-up event for a development app, to test the receivers of its webhooks.
import { parseArgs } from 'node:util';
import { suggestion } from '../../core/config/nearest-word.ts';
import { eventTypes, type SubscribableEventType } from '../../core/event.ts';
import { eventView } from '../../features/events/events/view.ts';
import { emitMadeUpEvent } from '../../features/evidence/sandbox/made-up/emit-made-up-event.ts';
import { findApp } from '../../features/people/apps/store.ts';
import { isUuid } from '../../io/http/schemas.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';
import { fault, required } from '../words.ts';

export const triggerCommand: Command = {
  takes: 'EVENT --app ID [--json] | --list',
  about:
    'Emits a made-up event for a development app, and sends it to the webhooks of the app. Its data has ' +
    '`simulated`: true. --list prints the types of events.',
  async run(args, terminal) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { app: { type: 'string' }, json: { type: 'boolean' }, list: { type: 'boolean' } },
    });
    if (values.list === true) {
      terminal.output.write(`${eventTypes.join('\n')}\n`);
      return 0;
    }
    if (positionals.length > 1) throw fault('Give one type of event.');
    const type = readType(positionals[0]);
    const appId = required('--app', values.app);
    if (!isUuid(appId)) throw fault('--app must be the id of an app, as app create shows it.');
    const event = await withInstance(terminal, async (instance) => {
      const app = await findApp(instance.db, appId);
      if (app === null) throw fault(`--app: there is no app ${appId}.`);
      if (app.environment !== 'development') throw fault(`--app: ${appId} is a production app. It has no sandbox.`);
      if (app.archivedAt !== null) throw fault(`--app: ${appId} is archived. Restore it first.`);
      return eventView(await instance.db.atomically((trx) => emitMadeUpEvent(trx, instance, app, type)));
    });
    terminal.output.write(
      values.json === true ? `${JSON.stringify(event)}\n` : `Emitted ${event.type}, event ${event.id}.\n`,
    );
    return 0;
  },
};

function readType(text: string | undefined): SubscribableEventType {
  const known = eventTypes.find((one) => one === text);
  if (known !== undefined) return known;
  if (text === undefined) throw fault('The type of event is missing. trigger --list prints them.');
  throw fault(`There is no event ${text}${suggestion(text, eventTypes)}. trigger --list prints the types.`);
}
