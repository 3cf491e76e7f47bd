// GET /operator/health: checks everything that the instance depends on, as `quittance doctor` does.
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { nullable } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { operatorOnly, requireOperator } from '../require-operator.ts';
import type { Looked } from './examine.ts';
import { type Finding, healthView, type Severity, severities } from './finding.ts';

const FindingView = Type.Object({
  what: Type.String({ description: 'The subject of the check, for example `network ethereum`.' }),
  is_good: Type.Boolean(),
  says: Type.String({ description: 'The observation, and the remedy for a fault.' }),
  severity: Type.Unsafe<Severity>({
    type: 'string',
    enum: [...severities],
    description: 'A `warning` is advice: payments work.',
  }),
  help: nullable(Type.String({ description: 'The path of its documentation below the public URL; null if good.' })),
});

const HealthView = Type.Object({
  healthy: Type.Boolean({ description: 'Whether all findings are good.' }),
  findings: Type.Array(FindingView),
});

/** Concurrent requests share one check. */
export function getOperatorHealth(instance: Instance, environment: Looked): Operation {
  let looking: Promise<Finding[]> | null = null;
  const look = (): Promise<Finding[]> => {
    looking ??= examine(instance, environment).finally(() => {
      looking = null;
    });
    return looking;
  };
  return operation({
    ...operatorOnly,
    id: 'getOperatorHealth',
    method: 'GET',
    path: '/operator/health',
    summary: 'Check the instance',
    description: 'Asks every endpoint, the mail server and the storage of pictures. It takes seconds.',
    answer: HealthView,
    handle: async ({ caller }) => {
      await requireOperator(instance, caller);
      return healthView(await look());
    },
  });
}

/** Imported on request, because the readers of all families take much memory in a process that does not need them. */
async function examine(instance: Instance, environment: Looked): Promise<Finding[]> {
  const { examineInstance, examineSurroundings } = await import('./examine.ts');
  const [inside, around] = await Promise.all([
    // Fixed rates are reported next to their coins.
    examineInstance(instance, environment, { fixed: [], warnings: [] }),
    examineSurroundings(environment),
  ]);
  return [...inside, ...around];
}
