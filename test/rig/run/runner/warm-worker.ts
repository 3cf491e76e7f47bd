// Whether this process runs one test file after the other, so that what a file no longer needs may serve the next.

/** Set by the runner for its workers alone. */
export const warmWorkerVariable = 'QUITTANCE_TEST_WORKER';

export const isWarmWorker = process.env[warmWorkerVariable] === '1';
