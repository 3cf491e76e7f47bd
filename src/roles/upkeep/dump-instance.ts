// The content of a backup: the database as of one moment, its pictures, and the key for its sealed values.
import pg from 'pg';
import { copyOut } from '../../io/db/dump/copy.ts';
import { copyRows, listSequences, listTables, type TableShape } from '../../io/db/dump/tables.ts';
import type { Environment } from '../../io/environment.ts';
import type { BackupWriter } from '../../io/files/backup-file.ts';
import { pictureFolder } from '../../io/files/picture-folder.ts';
import { keyMark } from '../../io/secrets/key-mark.ts';

/** The first entry of a backup. */
export interface BackupHead {
  readonly made_at: string;
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  /** A mark that identifies the key and reveals nothing else; null if the instance has no key yet. */
  readonly key_mark: string | null;
  readonly sequences: readonly { readonly name: string; readonly value: string }[];
}

export interface DumpSource {
  readonly databaseUrl: string;
  readonly environment: Pick<Environment, 'dataDir' | 's3Url'>;
  readonly key: Buffer | null;
  /** The key to include in the file; null for none. */
  readonly keyInside: Buffer | null;
  /** Reports progress. */
  progressOf(what: string, unit: string): { add(count: number): void; done(): void };
}

/** Tables that are left out: they record the history of this database, or items that it was about to send. */
export const ownTables = new Set([
  ...['schema_migrations', 'mails', 'tasks', 'database_standing', 'process_marks', 'backup_runs', 'law_runs'],
  ...['setup_links', 'untrusted_forwarding'],
]);

/** Reads one snapshot (REPEATABLE READ), and blocks no other transaction. */
export async function dumpInstance(
  writer: BackupWriter,
  source: DumpSource,
): Promise<{ rows: number; pictures: number }> {
  const client = new pg.Client({ connectionString: source.databaseUrl, application_name: 'quittance backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    // The text format of values must not depend on the server's settings.
    await client.query(`set local datestyle = iso; set local bytea_output = hex; set local extra_float_digits = 3;
      set local intervalstyle = postgres; set local timezone = utc; set local client_encoding = utf8`);
    await writer.entry(await readHead(client, source.key));
    if (source.keyInside !== null) {
      await writer.entry({ file: 'secret-key' });
      await writer.write(Buffer.from(`${source.keyInside.toString('base64')}\n`));
    }
    let rows = 0;
    for (const table of await listTables(client)) {
      if (!ownTables.has(table.name)) rows += await dumpTable(client, writer, table, source);
    }
    const pictures = source.environment.s3Url === null ? await dumpPictures(client, writer, source) : 0;
    return { rows, pictures };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function readHead(client: pg.Client, key: Buffer | null): Promise<BackupHead> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  );
  return {
    made_at: new Date().toISOString(),
    migrations: rows,
    key_mark: key && keyMark(key),
    sequences: await listSequences(client),
  };
}

async function dumpTable(
  client: pg.Client,
  writer: BackupWriter,
  table: TableShape,
  { progressOf }: DumpSource,
): Promise<number> {
  const progress = progressOf(table.name, 'row');
  await writer.entry({ table: table.name, columns: table.columns });
  let rows = 0;
  for await (const row of copyOut(client, `copy ${copyRows(table)} to stdout`)) {
    await writer.write(row);
    rows += 1;
    progress.add(1);
  }
  progress.done();
  return rows;
}

async function dumpPictures(
  client: pg.Client,
  writer: BackupWriter,
  { environment, progressOf }: DumpSource,
): Promise<number> {
  const progress = progressOf('pictures', 'picture');
  const { rows } = await client.query<{ name: string }>('select name from uploads where is_kept order by name');
  const folder = pictureFolder(environment);
  let pictures = 0;
  for (const { name } of rows) {
    // A picture that was deleted since the snapshot was shown by no app.
    const bytes = await folder.read(name);
    if (bytes === null) continue;
    await writer.entry({ picture: name });
    await writer.write(bytes);
    pictures += 1;
    progress.add(1);
  }
  progress.done();
  return pictures;
}
