// GET /app/{id}/doors: lists the open doors of an app, without their secrets.
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../io/http/page.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { ownAppOrNull } from '../../people/apps/own-app.ts';
import { listOpenDoors } from './door-store.ts';
import { DoorView, doorView } from './view.ts';

export function listDoors(instance: Instance): Operation {
  return operation({
    id: 'listDoors',
    method: 'GET',
    path: '/app/:id/doors',
    group: 'Doors',
    summary: 'List doors',
    description: 'Lists the open ones, newest first.',
    access: { cookie: true, permission: 'tokens' },
    params: idInPath,
    query: Type.Object(pageQuery),
    answer: Type.Array(DoorView),
    problems: ['role_required'],
    handle: async ({ params, query, caller, url }) => {
      const app = isUuid(params.id) ? await ownAppOrNull(instance.db, params.id, caller) : null;
      if (app === null) throw new Problem('not_found');
      const page = readPage(query);
      const doors = await listOpenDoors(instance.db, app.id, page);
      const { publicUrl } = instance;
      return pageAnswer(doors, page, { publicUrl, url }, (door) => doorView(door, publicUrl));
    },
  });
}
