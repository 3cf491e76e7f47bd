// The operations on apps, their teams and their tokens.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import type { PictureIntake } from '../uploads/picture-intake.ts';
import { archiveApp } from './archive-app.ts';
import { getApp } from './get-app.ts';
import { listApps } from './list-apps.ts';
import { restoreApp } from './restore-app.ts';
import { getSettings } from './settings/get-settings.ts';
import { updateSettings } from './settings/update-settings.ts';
import { getAppMember } from './team/get-app-member.ts';
import { inviteAppMember } from './team/invite-app-member.ts';
import { listAppMembers } from './team/list-app-members.ts';
import { removeAppMember } from './team/remove-app-member.ts';
import { updateAppMember } from './team/update-app-member.ts';
import { createAppToken } from './tokens/create-app-token.ts';
import { deleteAppToken } from './tokens/delete-app-token.ts';
import { getAppToken } from './tokens/get-app-token.ts';
import { listAppTokens } from './tokens/list-app-tokens.ts';
import { updateApp } from './update-app.ts';

export function appRoutes(instance: Instance, pictures: PictureIntake): Operation[] {
  return [
    listApps(instance),
    getApp(instance),
    updateApp(instance, pictures),
    archiveApp(instance),
    restoreApp(instance),
    getSettings(instance),
    updateSettings(instance),
    listAppMembers(instance),
    inviteAppMember(instance),
    getAppMember(instance),
    updateAppMember(instance),
    removeAppMember(instance),
    listAppTokens(instance),
    createAppToken(instance),
    getAppToken(instance),
    deleteAppToken(instance),
  ];
}
