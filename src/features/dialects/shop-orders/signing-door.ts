// Finds a door that signs, with its key.
import type { DoorKind } from '../../../core/access/door-kinds.ts';
import { openOrNull } from '../../../io/secrets/vault.ts';
import { secretContext } from '../../events/webhooks/view.ts';
import type { Instance } from '../../instance.ts';
import { type Door, findKeyedDoor, type KeyedDoor } from '../doors/door-store.ts';

export interface SigningDoor extends Door {
  readonly webhookId: string;
  readonly key: string;
}

type Opening = Pick<Instance, 'db' | 'vault'>;

export async function signingDoorByPid(instance: Opening, pid: string): Promise<SigningDoor | null> {
  return withKey(instance, await findKeyedDoor(instance.db.byKey, { pid }));
}

export async function signingDoor(instance: Opening, kind: DoorKind, id: string): Promise<SigningDoor | null> {
  return withKey(instance, await findKeyedDoor(instance.db.byKey, { kind, id }));
}

function withKey({ vault }: Opening, found: KeyedDoor | null): SigningDoor | null {
  const { door, keySealed } = found ?? {};
  if (door === undefined || keySealed == null || door.webhookId === null) return null;
  const key = openOrNull(vault, keySealed, secretContext(door.webhookId));
  return key === null ? null : { ...door, webhookId: door.webhookId, key };
}

/** Keeps the door that a request was authenticated by, for the route that answers it. */
export interface DoorsOfRequests {
  keep(request: Request, door: SigningDoor): void;
  /** Throws if none was kept. */
  of(request: Request): SigningDoor;
}

interface Request {
  readonly headers: object;
}

export function doorsOfRequests(): DoorsOfRequests {
  const kept = new WeakMap<object, SigningDoor>();
  return {
    keep: ({ headers }, door) => void kept.set(headers, door),
    of({ headers }) {
      const door = kept.get(headers);
      if (door === undefined) throw new Error('the request was not authenticated by a door');
      return door;
    },
  };
}
