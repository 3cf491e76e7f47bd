// `doctor`: checks everything the instance depends on, and explains how to fix each problem.
import { parseArgs } from 'node:util';
import { examineInstance, examineSurroundings } from '../../features/operations/operator/doctor/examine.ts';
import {
  type Finding,
  findingsView,
  helpFor,
  type Severity,
  severityOf,
} from '../../features/operations/operator/doctor/finding.ts';
import { readEnvironment } from '../../io/environment.ts';
import { StartFault } from '../../io/start-fault.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';

export const doctorCommand: Command = {
  takes: '[--json]',
  about: [
    'Checks database, clock, PUBLIC_URL, RPC endpoints, chain ids, rates, deliveries, SMTP, storage, disk and backups,',
    'and explains how to fix problems. Exits with 1 if a check fails, and so while no customer can pay. A warning does',
    'not count. --json prints a list of {what, is_good, says}.',
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
    terminal.output.write(values.json === true ? `${json}\n` : lines(findings, environment.publicUrl));
    return findings.every(({ isGood }) => isGood) ? 0 : 1;
  },
};

const marks = { good: 'ok  ', warning: 'WARN', bad: 'BAD ' } as const;

function lines(findings: readonly Finding[], publicUrl: string): string {
  const each = findings.map((finding) => {
    const help = helpFor(finding);
    const more = help === null ? '' : `     See ${publicUrl}${help}\n`;
    return `${marks[severityOf(finding)]} ${finding.what}: ${finding.says}\n${more}`;
  });
  const count = (severity: Severity) => findings.filter((finding) => severityOf(finding) === severity).length;
  const [bad, warnings] = [count('bad'), count('warning')];
  const advice = warnings === 0 ? '' : ` ${warnings === 1 ? 'There is 1 warning' : `There are ${warnings} warnings`}.`;
  const sum = bad === 0 ? 'No problems found.' : `${bad} of ${findings.length} findings are bad.`;
  return `${each.join('')}\n${sum}${advice}\n`;
}

/** Faults that stop other commands are reported here as findings. */
function noDatabase(error: unknown): Finding[] {
  if (!(error instanceof StartFault)) throw error;
  return [{ what: 'database', isGood: false, says: error.message }];
}
