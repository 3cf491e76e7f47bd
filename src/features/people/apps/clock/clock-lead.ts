// SQL expressions for times on the clock of a development app, for stores of other modules.

/**
 * Returns an SQL expression for the seconds by which the clock of the app in this column runs ahead; 0 for a clock that
 * was never moved. The name of the column must have that of its table, since app_clocks has the column app_id too.
 */
export function clockLead(appIdColumn: string): string {
  return `coalesce((select k.advanced_seconds from app_clocks k where k.app_id = ${appIdColumn}), 0)`;
}

/** Returns an SQL expression that converts a time on the app's clock into one on the service's clock. */
export function onServiceClock(timeColumn: string, appIdColumn: string): string {
  return `${timeColumn} - make_interval(secs => ${clockLead(appIdColumn)})`;
}
