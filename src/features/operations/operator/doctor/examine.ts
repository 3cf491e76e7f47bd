// Checks everything that an instance depends on, and gives advice for each fault.
import { randomUUID } from 'node:crypto';
import type { FixedRate } from '../../../../core/config/config-rates.ts';
import { madeUntil } from '../../../../core/time/weeks.ts';
import { listParts } from '../../../../io/db/parts/parts.ts';
import type { Environment } from '../../../../io/environment.ts';
import type { DirectPuts, FileFolder } from '../../../../io/files/file-folder.ts';
import { roomOf } from '../../../../io/files/free-disk-space.ts';
import { pictureFolder } from '../../../../io/files/picture-folder.ts';
import { checkMailServer } from '../../../../io/mail/mailer.ts';
import { ownVersion } from '../../../../io/process/own-version.ts';
import type { Instance } from '../../../instance.ts';
import { listForwarding } from '../../../known/requests/forwarding/forwarding-store.ts';
import { countRoles } from '../../../people/identity/people-store.ts';
import { instanceMark } from '../../failover/instance-mark.ts';
import { countEndpointsOff, readBacklog, readMailBacklog } from '../../reports/figures/figure-store.ts';
import { readLawRun } from '../../reports/laws/law-run-store.ts';
import { listCurrenciesInUse } from '../currency-store.ts';
import { goneInUse } from '../gone/removed-in-use.ts';
import { networkStandings } from '../networks/network-status.ts';
import { readServer } from '../server-store.ts';
import type { Finding } from './finding.ts';
import { keepingFindings } from './keeping-findings.ts';
import { networkFindings } from './network-findings.ts';
import { forwardingFinding, forwardingMillis, peopleFinding, signUpFinding } from './people-findings.ts';
import { askPublicUrl, diskFinding, publicUrlFinding } from './place-findings.ts';
import { progressFindings } from './progress-findings.ts';
import { rateFindings } from './rate-findings.ts';
import { serverFindings } from './server-findings.ts';
import { workFindings } from './work-findings.ts';

export type Looked = Pick<
  Environment,
  'smtpUrl' | 'publicUrl' | 's3Url' | 'dataDir' | 'backupEvery' | 'backupTo' | 'production' | 'signUp' | 'trustProxy'
>;

/** Parts of the configuration that the instance does not hold. */
export interface Configured {
  readonly fixed: readonly FixedRate[];
  /** Lines and variables that name removed coins or networks. */
  readonly warnings: readonly string[];
}

/** Checks the database, the keys, backups, every endpoint and the rates. */
export async function examineInstance(
  instance: Instance,
  environment: Looked,
  { fixed, warnings }: Configured,
): Promise<Finding[]> {
  const { catalog, rates: book, clock } = instance;
  const coins = catalog.assets
    .filter(({ network }) => network.followable && !network.hasTestChain)
    .map((asset) => asset.cryptocurrency);
  const currencies = await listCurrenciesInUse(instance.db);
  // The first question for a price makes the sources ask for it, so that it is there at the end.
  for (const currency of currencies) for (const coin of coins) book.rateFor(coin, currency, 'at_par', clock.now());
  return [
    { what: 'version', isGood: true, says: `${await ownVersion()}; the service never looks for newer ones by itself` },
    ...(await databaseFindings(instance)),
    ...(await keepingFindings(instance, environment)),
    await ownAddressFinding(instance, environment),
    ...(await arrivalFindings(instance, environment)),
    ...(await networkFindings(instance)),
    ...(await goneInUse(instance)).map(({ what, isOwed, says }) => ({ what, isGood: !isOwed, says })),
    ...warnings.map((says) => ({ what: 'configuration', isGood: true, isAdvice: true, says })),
    ...(await readingFindings(instance)),
    ...(await ownWorkFindings(instance)),
    ...rateFindings({ book, sources: book.standings(), fixed, coins, currencies, now: clock.now() }),
  ];
}

/** Checks the parts outside the database: the mail server, the storage of pictures, and the disk. */
export function examineSurroundings(environment: Looked): Promise<Finding[]> {
  const disk = roomOf(environment.dataDir).then(diskFinding, (error: Error) => ({
    what: 'disk',
    isGood: false,
    says: `${error.message}. Check DATA_DIR and its permissions`,
  }));
  return Promise.all([mailFinding(environment), storageFinding(environment), disk]);
}

async function databaseFindings({ db, clock }: Instance): Promise<Finding[]> {
  return serverFindings(await readServer(db), clock.now());
}

async function readingFindings(instance: Instance): Promise<Finding[]> {
  const standings = await networkStandings(instance);
  const now = instance.clock.now();
  return standings.flatMap(({ network: { symbol, hasTestChain }, state, progress }) =>
    hasTestChain ? [] : progressFindings({ symbol, state, progress }, now),
  );
}

async function ownWorkFindings({ db, clock }: Instance): Promise<Finding[]> {
  const work = {
    deliveries: await readBacklog(db),
    off: await countEndpointsOff(db),
    mails: await readMailBacklog(db),
    laws: await readLawRun(db),
    weeksUntil: madeUntil(await listParts(db, 'events')),
  };
  return workFindings(work, clock.now());
}

async function ownAddressFinding({ db }: Instance, environment: Looked): Promise<Finding> {
  const [answer, own] = [await askPublicUrl(environment.publicUrl), await instanceMark(db)];
  return publicUrlFinding(environment, answer, own);
}

async function arrivalFindings({ db, clock }: Instance, { signUp, trustProxy }: Looked): Promise<Finding[]> {
  const since = new Date(clock.now().getTime() - forwardingMillis);
  return [
    peopleFinding(await countRoles(db)),
    signUpFinding(signUp),
    forwardingFinding(trustProxy, await listForwarding(db, since)),
  ];
}

async function mailFinding({ smtpUrl, publicUrl }: Looked): Promise<Finding> {
  const what = 'mail';
  if (smtpUrl === null)
    return {
      what,
      isGood: false,
      says: 'none is sent: mails are written to unsent-mails.txt in DATA_DIR. Set SMTP_URL',
    };
  try {
    await checkMailServer(smtpUrl, publicUrl);
    return { what, isGood: true, says: `${hostOf(smtpUrl)} accepts the sign-in` };
  } catch (error) {
    return { what, isGood: false, says: `${(error as Error).message}. Check SMTP_URL and that the server runs.` };
  }
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? 'an unreadable address';
}

/** Writes, reads and removes a file as for a picture. For a bucket, also writes one as a browser does. */
async function storageFinding(environment: Looked): Promise<Finding> {
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
    return { what, isGood: false, says: `${why} Check ${place} and its permissions.` };
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
  if (back?.toString() !== name) throw new Error('The file read differs from the one written.');
}

/** A browser uploads with the signed address only, without a key. */
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
  if (!response.ok) throw new Error(`The bucket rejects signed addresses (${response.status}).`);
}
