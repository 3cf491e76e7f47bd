// The operations that each role of an app's members may call. A person wrote it from the documentation for teams,
// independent of the service's own declarations.
import assert from 'node:assert/strict';
import { accessTable } from './access-table.ts';

export const memberRoles = ['owner', 'accountant', 'support', 'developer'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** Operations on an app's objects, with the roles that may call them in addition to owners. */
const table = `
accountant, support, developer:
  GET /app/{id}/settings, GET /app/{id}/balance-sheet, GET /audit-log, GET /app-members, GET /app-member/{id},
  GET /app-addresses, GET /payout-changes, GET /invoices, GET /unmatched-payments,
  GET /app/{id}/statistics, GET /app/{id}/attention, GET /audit-log/{id}, GET /app-address/{id},
  GET /payment-links, GET /payment-link/{id},
  GET /invoice/{id}/timeline, GET /refunds, GET /pull-payments, GET /payments, GET /unmatched-payment/{id},
  GET /webhooks, GET /webhook/{id}, GET /webhook/{id}/deliveries, GET /webhook-delivery/{id},
  GET /events, GET /event/{id}
accountant:
  GET /exports
support:
  DELETE /invoice/{id}, POST /invoice/{id}/settle,
  POST /unmatched-payment/{id}/assign, POST /unmatched-payment/{id}/dismiss,
  POST /refund, PUT /refund/{id}, DELETE /refund/{id}, POST /refund/{id}/hash, POST /refund/{id}/accept,
  POST /refund-batch, POST /pull-payment/{id}/assign, DELETE /pull-payment/{id}
developer:
  POST /webhook, PUT /webhook/{id}, DELETE /webhook/{id}, POST /webhook/{id}/rotate-secret, POST /webhook/{id}/test,
  POST /webhook/{id}/replay, POST /webhook-delivery/{id}/redeliver, POST /sandbox/transaction/{id}/simulate,
  POST /sandbox/transaction/{id}/reorg, POST /sandbox/refund/{id}/simulate,
  GET /sandbox/clock, POST /sandbox/clock, POST /sandbox/event,
  GET /app-tokens, GET /app-token/{id}, POST /app-token, GET /app/{id}/doors, GET /requests,
  GET /request/{id}
nobody:
  PUT /app/{id}, DELETE /app/{id}, POST /app/{id}/restore, PUT /app/{id}/settings,
  DELETE /app-token/{id}, POST /app/{id}/doors,
  POST /app-member, PUT /app-member/{id}, DELETE /app-member/{id},
  POST /app-cryptocurrency, PUT /app-cryptocurrency/{id}, DELETE /app-cryptocurrency/{id},
  POST /payment-link, PUT /payment-link/{id}, DELETE /payment-link/{id},
  POST /app-address, PUT /app-address/{id}, DELETE /app-address/{id},
  POST /payout-change/{id}/stop, POST /payout-change/{id}/approve,
  POST /invoice, PUT /invoice/{id}
`;

const rolesOf = new Map(
  [...table.matchAll(/^([a-z, ]+):\n((?: {2}.*\n)+)/gm)].flatMap(([, who = '', operations = '']) => {
    const roles = new Set<string>(['owner', ...who.split(', ')]);
    return operations.split(',').map((operation) => [operation.trim(), roles] as const);
  }),
);

for (const operation of rolesOf.keys())
  assert.ok(
    accessTable.some((row) => row.operation === operation && (row.anotherPerson === '404' || row.isStrict)),
    `${operation} has no row in the table of access, or is not an app's`,
  );

/** Whether a member with this role may call the operation; null for operations outside apps. */
export function memberMay(role: MemberRole, operation: string): boolean | null {
  return rolesOf.get(operation)?.has(role) ?? null;
}
