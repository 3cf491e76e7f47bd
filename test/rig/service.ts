// Starts the real service for a test, in the test's process by default, or in a separate process for a stated reason.
import { startServiceInProcess } from './service/service-in-process.ts';
import { startServiceProcess } from './service/service-process.ts';
import type { ServiceOptions, ServiceProcess } from './service/service-terms.ts';

export { type ServiceOptions, type ServiceProcess, withoutNetworks } from './service/service-terms.ts';

/** Starts it on a free port of 127.0.0.1 and waits until it is ready. Throws with its last lines if it ends instead. */
export function startService(options: ServiceOptions = {}): Promise<ServiceProcess> {
  return options.own === undefined ? startServiceInProcess(options) : startServiceProcess(options);
}
