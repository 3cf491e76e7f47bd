// Several nodes finish, replace or delete uploads in a bucket at the same moment: every order of events ends correctly.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { type PictureIntake, pictureIntake } from '../../src/features/people/uploads/picture-intake.ts';
import { incomingName } from '../../src/features/people/uploads/signed-address.ts';
import { findUpload, holdUpload, insertUpload } from '../../src/features/people/uploads/store.ts';
import { bucketFolder } from '../../src/io/files/bucket-folder.ts';
import { drawAgain } from '../../src/io/files/draw-again.ts';
import type { DirectPuts, FileFolder } from '../../src/io/files/file-folder.ts';
import { createLog } from '../../src/io/log.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { type BucketServer, startBucketServer } from '../rig/outside/bucket-server.ts';
import { expireUploads } from '../rig/outside/expire-uploads.ts';

let bucket: BucketServer;
let database: TestDatabase;
let folder: FileFolder;
let direct: DirectPuts;
const ownerId = crypto.randomUUID();
const clock = { now: () => new Date() };
const log = createLog('silent');

before(async () => {
  bucket = await startBucketServer('secret');
  database = await testDatabase();
  folder = bucketFolder(`${bucket.url.replace('//', '//KEY:secret@')}/pictures`);
  direct = folder.direct as DirectPuts;
  const email = 'owner@example.com';
  await database.db.query('insert into users (id, email, created_at, updated_at) values ($1, $2, now(), now())', [
    ownerId,
    email,
  ]);
});
after(async () => {
  await bucket?.close();
  await database?.drop();
});

type Hooks = { readonly [when in 'beforeRead' | 'afterRead' | 'beforeWrite']?: () => Promise<void> };

/** A node that waits for the hooks of the test before it reads and writes. */
function node(hooks: Hooks = {}): PictureIntake {
  const slowed: FileFolder = {
    ...folder,
    async write(name, bytes) {
      await hooks.beforeWrite?.();
      await folder.write(name, bytes);
    },
    direct: {
      ...direct,
      async readStart(name, mostBytes) {
        await hooks.beforeRead?.();
        const bytes = await direct.readStart(name, mostBytes);
        await hooks.afterRead?.();
        return bytes;
      },
    },
  };
  return pictureIntake({ db: database.db, clock, log }, slowed);
}

async function waitingUpload(bytes: Buffer): Promise<string> {
  const name = `${crypto.randomUUID()}.webp`;
  const facts = { name, ownerId, contentType: 'image/png' as const, size: bytes.length, createdAt: clock.now() };
  await insertUpload(database.db, { ...facts, sourceHash: null, isKept: false });
  bucket.files.set(waitingAt(name), bytes);
  return name;
}

const waitingAt = (name: string) => `/pictures/${incomingName(name)}`;
const shownAt = (name: string) => `/pictures/${name}`;
const isKept = async (name: string) => (await findUpload(database.db, name))?.isKept;

/** A PNG in a colour. All files have the same length. */
async function pngOf(red: number): Promise<Buffer> {
  const pixels = Buffer.alloc(20 * 20 * 3, red);
  const file = await sharp(pixels, { raw: { width: 20, height: 20, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return Buffer.concat([file, randomBytes(4)]);
}

test('two files under one name, both read before either is claimed: the first one claimed is shown', async () => {
  const [early, late] = [await pngOf(10), await pngOf(250)];
  const name = await waitingUpload(early);
  const slow = node({
    async afterRead() {
      bucket.files.set(waitingAt(name), late);
      await node().finish(name, ownerId);
    },
  });
  await assert.rejects(slow.finish(name, ownerId), { code: 'upload_taken' });
  assert.equal(await isKept(name), true);
  assert.deepEqual(bucket.files.get(shownAt(name)), await drawAgain(late, 'image/png'));
});

test('a file that is put again while the first one is being written stays unseen', async () => {
  const [early, late] = [await pngOf(10), await pngOf(250)];
  const name = await waitingUpload(early);
  const slow = node({
    async beforeWrite() {
      bucket.files.set(waitingAt(name), late);
      await assert.rejects(node().finish(name, ownerId), { code: 'upload_taken' });
    },
  });
  await slow.finish(name, ownerId);
  assert.equal(await isKept(name), true);
  assert.deepEqual(bucket.files.get(shownAt(name)), await drawAgain(early, 'image/png'));
});

test('what another node finishes before this one reads, or while it draws, is finished for both', async () => {
  for (const when of ['beforeRead', 'afterRead', 'beforeWrite'] as const) {
    const bytes = await pngOf(10);
    const name = await waitingUpload(bytes);
    await node({ [when]: () => node().finish(name, ownerId) }).finish(name, ownerId);
    assert.equal(await isKept(name), true, when);
    assert.deepEqual(bucket.files.get(shownAt(name)), await drawAgain(bytes, 'image/png'), when);
    assert.equal(bucket.files.has(waitingAt(name)), false, when);
  }
});

test('a node that dies once it claimed the name leaves the rest to the next one', async () => {
  const bytes = await pngOf(10);
  const name = await waitingUpload(bytes);
  const dying = node({ beforeWrite: () => Promise.reject(new Error('gone')) });
  await assert.rejects(dying.finish(name, ownerId), /gone/);
  assert.deepEqual([await isKept(name), bucket.files.has(waitingAt(name))], [false, true]);
  await node().finish(name, ownerId);
  assert.equal(await isKept(name), true);
});

test('what is forgotten while it is being written leaves no file behind', async () => {
  const name = await waitingUpload(await pngOf(10));
  const aDayLater = { db: database.db, clock: { now: () => new Date(Date.now() + 25 * 3_600_000) } };
  await node({ beforeWrite: () => expireUploads(aDayLater, folder) }).finish(name, ownerId);
  assert.equal(await findUpload(database.db, name), null);
  await expireUploads(aDayLater, folder);
  assert.deepEqual(
    [...bucket.files.keys()].filter((path) => path === shownAt(name)),
    [],
  );
});

test('an upload that an app begins to show at this moment is not forgotten', async () => {
  const name = await waitingUpload(await pngOf(10));
  await node().finish(name, ownerId);
  const aDayLater = { db: database.db, clock: { now: () => new Date(Date.now() + 25 * 3_600_000) } };
  await database.db.atomically(async (trx) => {
    assert.equal(await holdUpload(trx, name, ownerId), true);
    await expireUploads(aDayLater, folder);
  });
  assert.equal(await isKept(name), true);
  assert.ok(bucket.files.has(shownAt(name)));
});
