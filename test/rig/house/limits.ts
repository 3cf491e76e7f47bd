// The upper limits of all figures. `npm run check` enforces and prints them.

export interface Limit {
  /** The maximum. A limit above the goal may only be lowered. */
  readonly limit: number;
  readonly goal: number;
}

/** The modules that a payment passes through, or that write debts. */
export const moneyModules = [
  ...['payments', 'payment-claims', 'unmatched-payments', 'sandbox', 'ledger', 'chain-sync'],
  ...['invoices', 'transactions', 'networks'],
] as const;

export const limits = {
  'functions of the money modules with 4 parameters or more, in %': { limit: 4.7, goal: 10 },
  'largest module, in % of all lines of features': { limit: 15, goal: 15 },
  'pairs of modules that import each other': { limit: 0, goal: 0 },
  'members of the largest port of an instance': { limit: 8, goal: 8 },
  'functions with more than 4 parameters, anywhere': { limit: 0, goal: 0 },
  'lines of more than 120 columns, SQL and comments too': { limit: 0, goal: 0 },
  'files that POST /transaction runs': { limit: 73, goal: 60 },
  'files that a block runs on its way to paid': { limit: 136, goal: 100 },
  'packages of production, except those of one platform': { limit: 140, goal: 150 },
} satisfies Record<string, Limit>;

/** The entry points of the two import closures. */
export const entries = {
  postTransaction: 'src/features/money/transactions/create-transaction.ts',
  blockToPaid: 'src/features/evidence/chain-sync/sync-network.ts',
} as const;
