// Measures the cost of following networks at external endpoints. Days are simulated in minutes.
import type { Row } from '../table.ts';
import { benchIdle } from './bench-idle.ts';
import { benchLight } from './bench-light.ts';

export async function benchCost(tell: (line: string) => void): Promise<readonly Row[]> {
  return [...(await benchIdle(tell)), ...(await benchLight(tell))];
}
