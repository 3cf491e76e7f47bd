// An error that keeps the service from starting, with a remedy for the operator.

/** The message is one line for the operator: the cause and the remedy. It never contains a password. */
export class StartFault extends Error {
  override readonly name = 'StartFault';

  constructor(message: string, options?: ErrorOptions) {
    super(message.replaceAll(/\s*\n\s*/g, ' '), options);
  }
}
