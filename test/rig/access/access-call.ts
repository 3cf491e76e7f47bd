// A call of an operation on the owner's objects.

export interface AccessCall {
  /** The value of the path parameter. */
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The expected status; 200 by default. */
  readonly status?: number;
  /** The call consumes its object, so the next call needs another one. */
  readonly isOnce?: true;
}

/** Creates the object that the operation acts on. */
export type MakeCall = () => Promise<AccessCall>;
