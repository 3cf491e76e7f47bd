// GET /app/{id}/settings: returns the payment settings of the app.
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { ownAppOrNull } from '../own-app.ts';
import { AppSettingsView, appSettingsView } from './settings-view.ts';

export function getSettings(instance: Instance): Operation {
  return operation({
    id: 'getAppSettings',
    method: 'GET',
    path: '/app/:id/settings',
    group: 'Apps',
    summary: 'Get app settings',
    description: 'Settings that were never changed have their defaults.',
    access: { cookie: true, pat: 'apps:read', appToken: true, oauth2: 'apps:read' },
    params: idInPath,
    answer: AppSettingsView,
    handle: async ({ params, caller }) => {
      const app = isUuid(params.id) ? await ownAppOrNull(instance.db, params.id, caller) : null;
      if (app === null) throw new Problem('not_found');
      return appSettingsView(app);
    },
  });
}
