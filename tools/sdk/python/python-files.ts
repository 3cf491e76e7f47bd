// The generated modules of the Python client.
import type { ApiModel } from '../model/api-model.ts';
import { apiText } from './api-text.ts';
import { bodiesText } from './bodies-text.ts';
import { eventsText } from './events-text.ts';
import { withUsedImports } from './module-text.ts';
import { typesText } from './types-text.ts';

export function pythonFiles(model: ApiModel): Readonly<Record<string, string>> {
  const [types, bodies, events] = [typesText(model), bodiesText(model), eventsText(model)];
  const modules = {
    types: types.text,
    bodies: bodies.text,
    events: events.text,
    api: apiText(model, types.names, bodies.names),
  };
  return Object.fromEntries(
    Object.entries(modules).map(([name, text]) => [`sdk/python/quittance/generated/${name}.py`, withUsedImports(text)]),
  );
}
