// `doctor`: checks everything the instance depends on, and explains how to fix each problem.
import { parseArgs } from 'node:util';
import { examineInstance, examineSurroundings } from '../../features/operations/operator/doctor/examine.ts';
import { type Finding, findingsView } from '../../features/operations/operator/doctor/finding.ts';
import { readEnvironment } from '../../io/environment.ts';
import { StartFault } from '../../io/start-fault.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';

export const doctorCommand: Command = {
  takes: '[--json]',
  about: [
    'Checks database, clock, PUBLIC_URL, RPC endpoints, chain ids, rates, deliveries, SMTP, storage, disk and backups,',
    'and explains how to fix problems. Exits with 1 if a check fails. --json prints a list of {what, is_good, says}.',
  ].join(' '),
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
    // With the settings of the database, if it can be read.
    let environment = readEnvironment(terminal.variables);
    const findings = [
      ...(await withInstance(
        terminal,
        (instance, { config: { rates, warnings }, ...open }) => {
          environment = open.environment;
          return examineInstance(instance, environment, { fixed: rates.fixed, warnings });
        },
        { asksRates: true, isQuiet: true },
      ).catch(noDatabase)),
      ...(await examineSurroundings(environment)),
    ];
    const json = JSON.stringify(findingsView(findings), null, 2);
    terminal.output.write(values.json === true ? `${json}\n` : lines(findings));
    return findings.every(({ isGood }) => isGood) ? 0 : 1;
  },
};

function lines(findings: readonly Finding[]): string {
  const each = findings.map(({ what, isGood, says }) => `${isGood ? 'ok  ' : 'BAD '} ${what}: ${says}\n`);
  const bad = findings.filter(({ isGood }) => !isGood).length;
  return `${each.join('')}\n${bad === 0 ? 'All is well.' : `${bad} of ${findings.length} findings are bad.`}\n`;
}

/** Faults that stop other commands are reported here as findings. */
function noDatabase(error: unknown): Finding[] {
  if (!(error instanceof StartFault)) throw error;
  return [{ what: 'database', isGood: false, says: error.message }];
}
