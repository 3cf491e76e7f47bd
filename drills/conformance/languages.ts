// The clients: the programs that each needs, the checks of its own, and the command of its driver.
import { join } from 'node:path';
import { projectRoot } from '../../test/rig/house/source-tree.ts';

export interface Language {
  readonly name: string;
  /** As written in documents. */
  readonly title: string;
  /** Commands that show whether a program exists, with its Debian package. */
  readonly tools: readonly { readonly command: readonly string[]; readonly debianPackage: string }[];
  /** The checks that run before the cases, such as types and unit tests. */
  readonly checks: readonly { readonly name: string; readonly command: readonly string[] }[];
  readonly driver: readonly string[];
  /**
   * A program of the examples: it makes an invoice at QUITTANCE_URL with QUITTANCE_TOKEN, and prints the lines of
   * `exampleLines`.
   */
  readonly example?: readonly string[];
  /** The folder for all commands. */
  readonly folder: string;
}

export const languages: readonly Language[] = [
  {
    name: 'typescript',
    title: 'TypeScript',
    tools: [],
    checks: [
      { name: 'types', command: [join(projectRoot, 'node_modules/.bin/tsc'), '--noEmit', '-p', '.'] },
      { name: 'unit tests', command: [process.execPath, '--test', 'src/**/*.test.ts'] },
    ],
    driver: [process.execPath, 'conformance/driver.ts'],
    folder: 'sdk/typescript',
  },
  {
    name: 'python',
    title: 'Python',
    tools: [
      { command: ['python3', '--version'], debianPackage: 'python3' },
      { command: ['mypy', '--version'], debianPackage: 'mypy' },
    ],
    checks: [
      { name: 'types (mypy --strict)', command: ['mypy', '--strict', 'quittance', 'tests', 'examples', 'conformance'] },
      { name: 'unit tests', command: ['python3', '-m', 'unittest'] },
    ],
    driver: ['python3', 'conformance/driver.py'],
    example: ['python3', '-m', 'examples.take_a_payment'],
    folder: 'sdk/python',
  },
  {
    name: 'php',
    title: 'PHP',
    tools: [
      { command: ['php', '--ri', 'curl'], debianPackage: 'php-curl' },
      { command: ['phpunit', '--version'], debianPackage: 'phpunit' },
    ],
    checks: [
      { name: 'unit tests', command: ['phpunit'] },
      // No Debian package has it.
      {
        name: 'types (PHPStan, if it is installed)',
        command: ['sh', '-c', '! command -v phpstan || phpstan analyse --no-progress'],
      },
    ],
    driver: ['php', 'conformance/driver.php'],
    example: ['php', 'examples/payment.php'],
    folder: 'sdk/php',
  },
  {
    name: 'go',
    title: 'Go',
    tools: [{ command: ['go', 'version'], debianPackage: 'golang-go' }],
    checks: [
      { name: 'format', command: ['sh', '-c', 'gofmt -l . | (! grep .)'] },
      { name: 'go vet', command: ['go', 'vet', './...'] },
      { name: 'unit tests', command: ['go', 'test', './...'] },
    ],
    driver: ['go', 'run', './conformance'],
    example: ['go', 'run', './examples/payment'],
    folder: 'sdk/go',
  },
];

/** The output of each example: the address of the checkout, an open invoice, and a rejected field. */
export const exampleLines: readonly RegExp[] = [
  /^Send your customer to http:\/\/127\.0\.0\.1:\d+\/pay\/[0-9a-f-]{36}$/,
  /^order-1042: 25\.00 USD to pay$/,
  /^validation_failed: expires_in: /,
];

/** Every result is recorded here, one file for each language. */
export const resultsFolder = 'sdk/conformance/results';
