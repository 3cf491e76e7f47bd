// All cases, in the order in which they run.
import type { Case } from './case.ts';
import { callCases } from './cases/calls.ts';
import { faultCases } from './cases/faults.ts';
import { webhookCases } from './cases/webhooks.ts';

export const cases: readonly Case[] = [...callCases, ...faultCases, ...webhookCases];
