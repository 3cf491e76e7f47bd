// The version of the package, for the name that it sends to the service.

export const version = '0.1.0';
