// `npm run bench`: compares the product with minimal programs that are measured in the same minutes, against stated
// goals.
import { parseArgs } from 'node:util';
import { benchAbuse } from './abuse/bench-abuse.ts';
import { benchApi } from './api/bench-api.ts';
import { benchChains } from './chains/bench-chains.ts';
import { benchCost } from './cost/bench-cost.ts';
import { benchGrowth } from './growth/bench-growth.ts';
import { benchLatency } from './latency/bench-latency.ts';
import { benchPage } from './page/bench-page.ts';
import { benchScan } from './scan/bench-scan.ts';
import { printTable, type Row, ratioOf, verdictOf } from './table.ts';
import { benchWebhooks } from './webhooks/bench-webhooks.ts';

/** Each part reports its progress through `tell`, and cleans up after itself. */
const parts: Readonly<Record<string, (tell: (line: string) => void) => Promise<readonly Row[]>>> = {
  scan: benchScan,
  api: benchApi,
  latency: benchLatency,
  webhooks: benchWebhooks,
  growth: benchGrowth,
  cost: benchCost,
  chains: benchChains,
  abuse: benchAbuse,
  page: benchPage,
};

const usage = `npm run bench -- [${Object.keys(parts).join(' | ')}]… [--json] [--strict]
  Runs all parts by default. --json prints the rows as JSON.
  --strict exits with 1 below a Must; a void row always does.
  BENCH_NODE_OPTIONS='--cpu-prof --cpu-prof-dir=…' profiles the service of the part api.
  BENCH_PICTURES=0 skips the pictures in the part abuse.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, strict: { type: 'boolean' }, help: { type: 'boolean' } },
});
const wanted = positionals.length === 0 ? Object.keys(parts) : positionals;
if (values.help || wanted.some((name) => !Object.hasOwn(parts, name))) {
  console.error(usage);
  process.exit(values.help ? 0 : 2);
}

const started = performance.now();
const rows: Row[] = [];
const failed: string[] = [];
for (const name of wanted) {
  // Progress is printed to stderr, so that the JSON output can be piped.
  const tell = (line: string) => console.error(`${elapsed()} ${name}: ${line}`);
  try {
    rows.push(...((await parts[name]?.(tell)) ?? []));
  } catch (error) {
    // Earlier results are still printed.
    failed.push(name);
    console.error(error);
  }
}
if (values.json) {
  const told = rows.map((row) => ({ ...row, ratio: ratioOf(row), verdict: verdictOf(row) }));
  console.log(JSON.stringify(told, null, 2));
} else {
  console.log(printTable(rows));
}
const verdicts = rows.map(verdictOf);
if (failed.length > 0) console.error(`Not measured to the end: ${failed.join(', ')}`);
const isWrong = failed.length > 0 || verdicts.includes('VOID');
process.exitCode = isWrong || (values.strict && verdicts.includes('BELOW MUST')) ? 1 : 0;

function elapsed(): string {
  return `${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s`;
}
