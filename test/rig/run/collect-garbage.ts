// Loaded into a service before its own code (--import, --expose-gc). On SIGUSR2 it collects all garbage at once.

process.on('SIGUSR2', () => globalThis.gc?.());

export {};
