// Who may read the catalog: everybody, whatever they carry.
import type { Access } from '../../core/access.ts';

export const openToAll: Access = { public: true, cookie: true, appToken: true };
