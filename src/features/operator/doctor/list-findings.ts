// GET /operator/doctor: looks at everything the instance depends on right now, as `quittance doctor` does.
import type { Environment } from '../../../io/environment.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { operatorOnly, requireOperator, whose } from '../require-operator.ts';
import type { Finding } from './finding.ts';

const FindingView = Type.Object({
  what: Type.String({ description: 'What was looked at, as in `network ethereum`.' }),
  is_good: Type.Boolean(),
  says: Type.String({ description: 'What was seen or, where that is bad, what to do about it.' }),
});

type Looked = Pick<Environment, 'smtpUrl' | 'publicUrl' | 's3Url' | 'dataDir' | 'backupEvery' | 'backupTo'>;

/** Several who ask at once hear of the same look. */
export function listFindings(instance: Instance, environment: Looked): Operation {
  let looking: Promise<Finding[]> | null = null;
  const look = (): Promise<Finding[]> => {
    looking ??= examine(instance, environment).finally(() => {
      looking = null;
    });
    return looking;
  };
  return operation({
    ...operatorOnly,
    id: 'listFindings',
    method: 'GET',
    path: '/operator/doctor',
    summary: 'Look at the instance',
    description: `Asks every endpoint, the mail server and the place of pictures: it takes seconds. ${whose}`,
    answer: Type.Array(FindingView),
    handle: async ({ caller }) => {
      await requireOperator(instance, caller);
      return (await look()).map(({ what, isGood, says }) => ({ what, is_good: isGood, says }));
    },
  });
}

/** Loaded when somebody asks: the readers of all families are much to keep in a process that needs none. */
async function examine(instance: Instance, environment: Looked): Promise<Finding[]> {
  const { examineInstance, examineSurroundings } = await import('./examine.ts');
  const [inside, around] = await Promise.all([
    // Fixed rates are said beside the coins that have one.
    examineInstance(instance, environment, []),
    examineSurroundings(environment),
  ]);
  return [...inside, ...around];
}
