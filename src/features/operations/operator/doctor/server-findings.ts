// Findings about the database server: its clock, writes, durability settings and connections.
import type { DatabaseServer } from '../server-store.ts';
import type { Finding } from './finding.ts';

const clockToleranceMillis = 5_000;
/** The share of used connections above which a new process may get none. */
const crowdedShare = 0.8;

/** `now` is by the clock of this machine. */
export function serverFindings(server: DatabaseServer, now: Date): Finding[] {
  return [
    { what: 'database', ...writes(server) },
    { what: 'database settings', ...durability(server) },
    { what: 'database connections', ...connections(server) },
    { what: 'clock', ...clock(server, now) },
  ];
}

type Said = Omit<Finding, 'what'>;

function writes({ version, isReadOnly }: DatabaseServer): Said {
  if (!isReadOnly) return { isGood: true, says: `PostgreSQL ${version}, migrated` };
  return {
    isGood: false,
    says: 'takes no writes: it is a standby, or default_transaction_read_only is on. Name the primary in DATABASE_URL',
  };
}

function durability({ fsync, fullPageWrites, synchronousCommit }: DatabaseServer): Said {
  const off = [
    ...(fsync ? [] : ['fsync']),
    ...(fullPageWrites ? [] : ['full_page_writes']),
    ...(synchronousCommit === 'off' ? ['synchronous_commit'] : []),
  ];
  if (off.length === 0) return { isGood: true, says: 'committed data survives a crash of the server' };
  return {
    isGood: false,
    says: `off: ${off.join(', ')}. A crash of the server could lose committed payments: switch these settings on`,
  };
}

function connections({ connections: used, mostConnections: most }: DatabaseServer): Said {
  const says = `${used} of ${most} connections are in use`;
  if (used < most * crowdedShare) return { isGood: true, says };
  return { isGood: false, says: `${says}: raise max_connections, or run fewer processes. Each takes up to 42` };
}

function clock(server: DatabaseServer, now: Date): Said {
  const apart = Math.abs(server.now.getTime() - now.getTime());
  if (apart <= clockToleranceMillis) return { isGood: true, says: 'agrees with the database' };
  return { isGood: false, says: `is ${Math.round(apart / 1000)} s away from the database's; set both by NTP` };
}
