// Whether this process runs several test files, so that resources of one file can be reused by the next.

/** Set only by the runner for its workers. */
export const warmWorkerVariable = 'QUITTANCE_TEST_WORKER';

export const isWarmWorker = process.env[warmWorkerVariable] === '1';
