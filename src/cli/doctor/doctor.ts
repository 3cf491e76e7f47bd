// `doctor`: looks at everything the instance depends on, and says what to do about what is wrong.
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Instance } from '../../features/instance.ts';
import { type Environment, readEnvironment } from '../../io/environment.ts';
import type { DirectPuts, FileFolder } from '../../io/files/file-folder.ts';
import { pictureFolder } from '../../io/files/picture-folder.ts';
import { checkMailServer } from '../../io/mail/mailer.ts';
import { StartFault } from '../../io/start-fault.ts';
import type { OpenInstance } from '../../roles/open-instance.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';
import type { Finding } from './finding.ts';
import { keepingFindings } from './keeping-findings.ts';
import { networkFindings } from './network-findings.ts';
import { rateFindings } from './rate-findings.ts';

const clockToleranceMillis = 5_000;

export const doctorCommand: Command = {
  takes: '',
  about: 'Checks database, clock, RPC endpoints, chain ids, rates, SMTP and storage, and says what to do.',
  async run(args) {
    parseArgs({ args, options: {} });
    const environment = readEnvironment(process.env);
    const findings = [
      ...(await withInstance(instanceFindings, { asksRates: true, isQuiet: true }).catch(noDatabase)),
      ...(await Promise.all([mailFinding(environment), storageFinding(environment)])),
    ];
    for (const { what, isGood, says } of findings)
      process.stdout.write(`${isGood ? 'ok  ' : 'BAD '} ${what}: ${says}\n`);
    const bad = findings.filter(({ isGood }) => !isGood).length;
    process.stdout.write(bad === 0 ? '\nAll is well.\n' : `\n${bad} of ${findings.length} findings are bad.\n`);
    return bad === 0 ? 0 : 1;
  },
};

async function instanceFindings(instance: Instance, { config, rateSources }: OpenInstance): Promise<Finding[]> {
  const { catalog, rates: book, clock } = instance;
  const coins = catalog.assets.filter(({ network }) => network.followable).map((asset) => asset.cryptocurrency);
  return [
    ...(await databaseFindings(instance)),
    ...(await keepingFindings(instance, readEnvironment(process.env))),
    ...(await networkFindings(instance)),
    ...rateFindings({ book, sources: rateSources(), fixed: config.rates.fixed, coins, now: clock.now() }),
  ];
}

async function databaseFindings(instance: Instance): Promise<Finding[]> {
  const [row] = await instance.db.query<{ version: string; now: Date }>(
    `select current_setting('server_version') as version, now()`,
  );
  const apart = Math.abs((row?.now.getTime() ?? 0) - instance.clock.now().getTime());
  const isClockGood = apart <= clockToleranceMillis;
  return [
    { what: 'database', isGood: true, says: `PostgreSQL ${row?.version}, migrated` },
    {
      what: 'clock',
      isGood: isClockGood,
      says: isClockGood
        ? 'agrees with the database'
        : `is ${Math.round(apart / 1000)} s away from the database's; set both by NTP`,
    },
  ];
}

/** What keeps any command from starting is a finding like the others here. */
function noDatabase(error: unknown): Finding[] {
  if (!(error instanceof StartFault)) throw error;
  return [{ what: 'database', isGood: false, says: error.message }];
}

async function mailFinding({ smtpUrl, publicUrl }: Environment): Promise<Finding> {
  const what = 'mail';
  if (smtpUrl === null)
    return { what, isGood: true, says: 'not in use: mails are written to unsent-mails.txt in DATA_DIR (set SMTP_URL)' };
  try {
    await checkMailServer(smtpUrl, publicUrl);
    return { what, isGood: true, says: `${hostOf(smtpUrl)} takes the sign-in` };
  } catch (error) {
    return { what, isGood: false, says: `${(error as Error).message}. Check SMTP_URL and that the server runs.` };
  }
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? 'an address that cannot be read';
}

/** Writes a file, reads it and removes it, as a picture would be; into a bucket also as a browser does. */
async function storageFinding(environment: Environment): Promise<Finding> {
  const what = 'storage';
  const place = environment.s3Url === null ? 'DATA_DIR' : 'S3_URL';
  try {
    const folder = pictureFolder(environment);
    const name = `doctor-${randomUUID()}`;
    await tryFile(folder, `${name}.webp`, (file, bytes) => folder.write(file, bytes));
    const { direct } = folder;
    if (direct !== null)
      await tryFile(folder, `incoming/${name}`, (file, bytes) => putFromOutside(direct, file, bytes));
    return { what, isGood: true, says: `pictures can be written to and read from ${place}` };
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? `${message} (${cause.message})` : message;
    return { what, isGood: false, says: `${why} Check ${place} and its rights.` };
  }
}

async function tryFile(
  folder: FileFolder,
  name: string,
  write: (name: string, bytes: Buffer) => Promise<void>,
): Promise<void> {
  await write(name, Buffer.from(name));
  const back = await folder.read(name);
  await folder.remove(name);
  if (back?.toString() !== name) throw new Error('What was written did not come back.');
}

/** Whoever uploads a picture has the address and no key. */
async function putFromOutside(direct: DirectPuts, name: string, bytes: Buffer): Promise<void> {
  const file = { contentType: 'image/webp', size: bytes.length, from: new Date(), seconds: 60 };
  const response = await fetch(await direct.addressFor(name, file), {
    method: 'PUT',
    headers: { 'content-type': file.contentType },
    body: new Uint8Array(bytes),
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The bucket refuses signed addresses (${response.status}).`);
}
