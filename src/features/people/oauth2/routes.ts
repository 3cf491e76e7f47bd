// The operations on OAuth 2 clients, and on the consent that people gave them.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { createOauth2Client } from './clients/create-oauth2-client.ts';
import { deleteOauth2Client } from './clients/delete-oauth2-client.ts';
import { getOauth2Client } from './clients/get-oauth2-client.ts';
import { listOauth2Clients } from './clients/list-oauth2-clients.ts';
import { rotateOauth2ClientSecret } from './clients/rotate-oauth2-client-secret.ts';
import { updateOauth2Client } from './clients/update-oauth2-client.ts';
import { deleteOauth2Session } from './sessions/delete-oauth2-session.ts';
import { getOauth2Session } from './sessions/get-oauth2-session.ts';
import { listOauth2Sessions } from './sessions/list-oauth2-sessions.ts';

export function oauth2Routes(instance: Instance): Operation[] {
  return [
    listOauth2Clients(instance),
    createOauth2Client(instance),
    getOauth2Client(instance),
    updateOauth2Client(instance),
    rotateOauth2ClientSecret(instance),
    deleteOauth2Client(instance),
    listOauth2Sessions(instance),
    getOauth2Session(instance),
    deleteOauth2Session(instance),
  ];
}
