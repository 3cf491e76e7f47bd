// Times on the clock of a development app, which runs ahead of the service's clock by a lead in seconds.

/**
 * Returns an SQL expression for the seconds by which the clock of the app in this column runs ahead; 0 for a clock that
 * was never moved. The column must be given with its table, because app_clocks has a column app_id too.
 */
export function clockLead(appIdColumn: string): string {
  return `coalesce((select k.advanced_seconds from app_clocks k where k.app_id = ${appIdColumn}), 0)`;
}

/** Returns an SQL expression that converts a time on the app's clock into one on the service's clock. */
export function onServiceClock(timeColumn: string, appIdColumn: string): string {
  return `${timeColumn} - make_interval(secs => ${clockLead(appIdColumn)})`;
}

/** Returns the time on a clock that runs ahead of `now` by `leadSeconds`. */
export function timeAhead(now: Date, leadSeconds: number): Date {
  return leadSeconds === 0 ? now : new Date(now.getTime() + leadSeconds * 1000);
}
