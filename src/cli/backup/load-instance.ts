// Loads a checked backup into a database in one transaction: the schema of that time, its rows, and later migrations.
import pg from 'pg';
import { type Skipped, skipShownIndices } from '../../features/receiving/addresses/skip-shown-indices.ts';
import type { NetworkFacts } from '../../io/chains/chain.ts';
import { type CopyTarget, copyIn } from '../../io/db/dump/copy.ts';
import { copyColumns, listTables, setSequence } from '../../io/db/dump/tables.ts';
import { migrateWithin } from '../../io/db/migrate/migrate.ts';
import { readMigrations } from '../../io/db/migrate/migration-files.ts';
import type { Environment } from '../../io/environment.ts';
import { type BackupEntry, readBackup } from '../../io/files/backup-file.ts';
import type { FileFolder } from '../../io/files/file-folder.ts';
import { pictureFolder } from '../../io/files/picture-folder.ts';
import { migrationsDirectory } from '../../roles/open-instance.ts';
import { type BackupHead, ownTables } from '../../roles/upkeep/dump-instance.ts';
import { fault } from '../words.ts';
import type { progressOn } from './progress.ts';

export interface LoadTarget {
  readonly databaseUrl: string;
  readonly environment: Pick<Environment, 'dataDir' | 's3Url'>;
  /** Keys that decrypt the file, if it is encrypted. */
  readonly identities: readonly string[] | null;
  readonly replaces: boolean;
  readonly progressOf: ReturnType<typeof progressOn>;
  /** How many child addresses of each extended public key to skip; null to derive it from the pace of use. */
  readonly skip: number | null;
  /** The configured networks by symbol. Skipped addresses are watched on them. */
  readonly networks: ReadonlyMap<string, NetworkFacts>;
  /** Stores the key just before the commit. Returns a function that undoes it. */
  placeKey(): Promise<() => Promise<void>>;
}

export interface Loaded {
  readonly rows: number;
  readonly pictures: number;
  readonly skipped: readonly Skipped[];
}

/** Throws StartFault if the service is running, or if the database has accounts and replacing was not requested. */
export async function loadInstance(path: string, target: LoadTarget): Promise<Loaded> {
  const client = new pg.Client({ connectionString: target.databaseUrl, application_name: 'quittance restore' });
  client.on('error', () => undefined);
  await client.connect();
  let undoKey = async () => {};
  try {
    await client.query('begin');
    const files = await readMigrations(migrationsDirectory);
    await clear(client, target.replaces, files);
    const loaded = await fill(client, path, target);
    undoKey = await target.placeKey();
    await client.query('commit');
    return loaded;
  } catch (error) {
    await undoKey();
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

type Files = Awaited<ReturnType<typeof readMigrations>>;

/** Drops all tables of an instance. Other tables in the database are not touched. */
async function clear(client: pg.Client, replaces: boolean, files: Files): Promise<void> {
  await migrateWithin(client, []);
  const { rows: others } = await client.query<{ application_name: string }>(
    `select application_name from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and application_name like 'quittance %' and application_name <> 'quittance lease' limit 1`,
  );
  if (others.length > 0)
    throw fault('The service, or another command, is using this database. Stop it first, on every machine.');
  const { rows: applied } = await client.query<{ name: string }>('select name from schema_migrations');
  if (applied.some(({ name }) => files.every((file) => file.name !== name)))
    throw fault(
      'The database belongs to a newer version of Quittance. Restore with that one, or into another database.',
    );
  if (applied.length > 0 && !replaces) {
    const { rowCount } = await client.query('select from users limit 1');
    if (rowCount !== 0)
      throw fault('The database is in use and has accounts. Add --replace to delete everything in it.');
  }
  const tables = files.flatMap(({ sql }) =>
    [...sql.matchAll(/^create (?:unlogged )?table (\w+)/gim)].map((found) => found[1]),
  );
  await client.query(`drop table if exists ${[...tables, 'schema_migrations'].join(', ')} cascade`);
}

async function fill(client: pg.Client, path: string, target: LoadTarget): Promise<Loaded> {
  const folder = pictureFolder(target.environment);
  let head: BackupHead | null = null;
  let rows = 0;
  let pictures = 0;
  for await (const entry of readBackup(path, target.identities)) {
    if (head === null) {
      head = entry.head as unknown as BackupHead;
      await makeSchema(client, head);
    } else if (typeof entry.head.table === 'string') {
      rows += await loadTable(client, entry, target);
    } else if (typeof entry.head.picture === 'string') {
      await loadPicture(folder, entry.head.picture, entry);
      pictures += 1;
    }
  }
  if (head === null) throw fault(`${path} is empty.`);
  for (const { name, value } of head.sequences) await setSequence(client, name, value);
  const files = await readMigrations(migrationsDirectory);
  await migrateWithin(client, files.slice(head.migrations.length));
  return { rows, pictures, skipped: await learn(client, head, target) };
}

/** The schema as of the backup, with all tables empty, including rows that migrations insert. */
async function makeSchema(client: pg.Client, head: BackupHead): Promise<void> {
  const files = await readMigrations(migrationsDirectory);
  await migrateWithin(client, files.slice(0, head.migrations.length));
  const tables = (await listTables(client)).filter(({ name }) => !ownTables.has(name));
  if (tables.length > 0) await client.query(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}`);
  await client.query('set local datestyle = iso; set local timezone = utc; set local client_encoding = utf8');
}

async function loadTable(
  client: pg.Client,
  entry: BackupEntry,
  { progressOf }: Pick<LoadTarget, 'progressOf'>,
): Promise<number> {
  const name = entry.head.table as string;
  const columns = entry.head.columns as string[];
  const progress = progressOf(name, 'row');
  const into: CopyTarget = await copyIn(client, `copy ${copyColumns({ name, columns })} from stdin`);
  for await (const block of entry.blocks) await into.write(block);
  const rows = await into.end();
  progress.add(rows);
  progress.done();
  return rows;
}

async function loadPicture(folder: FileFolder, name: string, entry: BackupEntry): Promise<void> {
  if (!/^[\w-]+\.webp$/.test(name)) throw fault(`The backup contains a picture with the invalid name ${name}.`);
  const parts: Buffer[] = [];
  for await (const block of entry.blocks) parts.push(block);
  await folder.write(name, Buffer.concat(parts));
}

/** Releases all leases, and skips the addresses that may have been shown since the backup. */
async function learn(client: pg.Client, head: BackupHead, target: LoadTarget): Promise<Skipped[]> {
  // Earlier processes saw commits that this database lacks. The new generation prevents reports about their loss.
  await client.query('update database_standing set generation = $1', [Date.now() * 1000]);
  await client.query('update network_cursors set lease_owner = null, lease_until = null, reached_at = null');
  const trx = {
    query: async <Row>(text: string, values?: readonly unknown[]) =>
      (await client.query(text, values as unknown[])).rows as Row[],
  };
  const lost = { backupAt: new Date(head.made_at), now: new Date(), count: target.skip };
  return skipShownIndices(trx, lost, target.networks);
}
