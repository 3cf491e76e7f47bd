// `doctor`: looks at everything the instance depends on, and says what to do about what is wrong.
import { parseArgs } from 'node:util';
import { examineInstance, examineSurroundings } from '../../features/operator/doctor/examine.ts';
import type { Finding } from '../../features/operator/doctor/finding.ts';
import { readEnvironment } from '../../io/environment.ts';
import { StartFault } from '../../io/start-fault.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';

export const doctorCommand: Command = {
  takes: '',
  about: 'Checks database, clock, RPC endpoints, chain ids, rates, SMTP and storage, and says what to do.',
  async run(args) {
    parseArgs({ args, options: {} });
    const environment = readEnvironment(process.env);
    const findings = [
      ...(await withInstance((instance, { config }) => examineInstance(instance, environment, config.rates.fixed), {
        asksRates: true,
        isQuiet: true,
      }).catch(noDatabase)),
      ...(await examineSurroundings(environment)),
    ];
    for (const { what, isGood, says } of findings)
      process.stdout.write(`${isGood ? 'ok  ' : 'BAD '} ${what}: ${says}\n`);
    const bad = findings.filter(({ isGood }) => !isGood).length;
    process.stdout.write(bad === 0 ? '\nAll is well.\n' : `\n${bad} of ${findings.length} findings are bad.\n`);
    return bad === 0 ? 0 : 1;
  },
};

/** What keeps any command from starting is a finding like the others here. */
function noDatabase(error: unknown): Finding[] {
  if (!(error instanceof StartFault)) throw error;
  return [{ what: 'database', isGood: false, says: error.message }];
}
