// The API key of a request in the form of Greenfield.
import type { IncomingHttpHeaders } from 'node:http';
import { storePermissions } from '../../../../core/access/store-permissions.ts';
import { dialectWords } from '../../../../core/dialect/dialect-words.ts';
import type { Door } from '../../doors/door-store.ts';
import { sentToken } from './sent-token.ts';

/** Plugins compare the set of permissions with the one that they asked for. */
export function keyView({ appId, permissions }: Door, headers: IncomingHttpHeaders) {
  return {
    apiKey: sentToken(headers),
    label: dialectWords.greenfield.name,
    permissions: (permissions ?? storePermissions).map((permission) => `${permission}:${appId}`),
  };
}
