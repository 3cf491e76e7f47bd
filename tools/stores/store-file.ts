// One file of a store package.

export interface StoreFile {
  /** From the root of the project. */
  readonly path: string;
  readonly content: string | Buffer;
  /** A script that the store runs. */
  readonly isExecutable?: true;
}

/** The comment at the top of printed files that may have one. */
export const printedBy = 'Printed from deploy/stores/description.json by `npm run stores`. Do not edit.';
