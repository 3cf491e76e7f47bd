// PUT /app/{id}/settings: changes the given settings. Existing quotes keep their terms.

import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange } from '../../audit/audit-change.ts';
import { judgeChange } from '../acts/judge-change.ts';
import { lockOwnLiveApp } from '../own-app.ts';
import { updateSettings as writeSettings } from '../store.ts';
import { readSettingsBody, UpdateSettingsBody } from './settings-body.ts';
import { AppSettingsView, appSettingsView } from './settings-view.ts';

export function updateSettings(instance: Instance): Operation {
  return operation({
    id: 'updateAppSettings',
    method: 'PUT',
    path: '/app/:id/settings',
    group: 'Apps',
    summary: 'Update app settings',
    description: [
      'Replaces the given fields, for new invoices and quotes. To accept less than before, a',
      'token with scopes also needs invoices:settle. For that, and for support_contact and embed_origins, a browser',
      'needs a recent sign-in or step-up.',
    ].join(' '),
    access: { cookie: true, pat: 'apps:write', oauth2: 'apps:write' },
    writes: 'app_settings',
    params: idInPath,
    body: UpdateSettingsBody,
    answer: AppSettingsView,
    problems: ['app_archived', 'reauthentication_required'],
    handle: async ({ params, body, caller, origin, commit }) => {
      if (!isUuid(params.id)) throw new Problem('not_found');
      const given = readSettingsBody(body);
      return commit(async (trx) => {
        const app = await lockOwnLiveApp(trx, params.id, caller);
        const settings = await writeSettings(trx, app, given, instance.clock.now());
        const judged = { app, subjectId: app.id, before: app.settings, after: settings };
        await judgeChange(trx, instance, { caller, origin }, { thing: 'app_settings', ...judged });
        const after = appSettingsView({ ...app, settings });
        const before = appSettingsView(app);
        const change = { of: { appId: app.id }, action: 'settings.updated', subjectId: app.id, before, after };
        await auditChange(trx, instance, { caller, origin }, change);
        return after;
      });
    },
  });
}
