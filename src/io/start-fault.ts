// What keeps the service from starting and what its operator can do about it.

/** Its message is one line for the operator: what was found and what to do. It never carries a password. */
export class StartFault extends Error {
  override readonly name = 'StartFault';

  constructor(message: string, options?: ErrorOptions) {
    super(message.replaceAll(/\s*\n\s*/g, ' '), options);
  }
}
