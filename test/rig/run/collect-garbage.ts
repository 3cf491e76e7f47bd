// Loaded into a service before its own code (--import, --expose-gc): on SIGUSR2 it lets go at once of what nobody
// holds.

process.on('SIGUSR2', () => globalThis.gc?.());

export {};
