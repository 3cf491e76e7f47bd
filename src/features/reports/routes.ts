// The operations that sum up.
import type { Operation } from '../../io/http/operation.ts';
import type { Instance } from '../instance.ts';
import { getBalanceSheet } from './get-balance-sheet.ts';

export function reportRoutes(instance: Instance): Operation[] {
  return [getBalanceSheet(instance)];
}
