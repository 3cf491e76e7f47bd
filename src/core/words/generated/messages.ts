// Written from locales/en.json by `npm run locales`: the places of each message.

export interface Messages {
  readonly checkout: {
    readonly page: {
      readonly untitled: never;
      readonly language: never;
      readonly opening: never;
      readonly titlePay: 'total';
      readonly titlePaid: never;
      readonly titleAccepted: never;
      readonly titleExpired: never;
      readonly titleCanceled: never;
      readonly titleConfirming: never;
      readonly titleSent: never;
      readonly titleFailed: never;
      readonly titlePartPaid: never;
      readonly connectionLost: never;
      readonly offline: never;
      readonly testTitle: never;
      readonly test: never;
      readonly support: 'contact';
    };
    readonly announced: {
      readonly paid: never;
      readonly accepted: never;
      readonly canceled: never;
      readonly expired: never;
      readonly awaiting: 'amount' | 'coin';
      readonly confirming: 'progress';
      readonly partMissing: never;
      readonly partPaid: never;
      readonly sent: 'network';
      readonly choosing: never;
      readonly choosingAgain: never;
    };
    readonly receipt: {
      readonly label: never;
      readonly reference: 'reference';
      readonly total: never;
      readonly stamp: never;
      readonly paid: never;
      readonly pending: never;
      readonly due: never;
      readonly items: 'count';
      readonly discount: never;
      readonly shipping: never;
      readonly tax: never;
    };
    readonly choosing: {
      readonly title: 'amount';
      readonly loading: never;
      readonly noOffer: never;
      readonly noNetwork: never;
      readonly offers: never;
      readonly onNetwork: 'network';
      readonly networks: 'count';
      readonly fee: 'amount';
      readonly feeIn: 'coin';
      readonly more: never;
      readonly unavailable: never;
      readonly about: 'amount';
      readonly payWith: 'wallet';
      readonly answerIn: 'wallet';
      readonly gettingPrice: never;
    };
    readonly awaiting: {
      readonly title: 'amount' | 'network';
      readonly priceHolds: 'time';
      readonly replaced: never;
      readonly networkAway: 'network';
      readonly noAddress: never;
      readonly sent: 'hash' | 'network';
      readonly waiting: never;
    };
    readonly ways: {
      readonly title: never;
      readonly app: never;
      readonly exchange: never;
      readonly browser: never;
      readonly withdraw: 'coin' | 'network';
      readonly addFee: 'amount';
      readonly sentIt: never;
      readonly noWallet: 'network';
    };
    readonly instructions: {
      readonly code: 'amount' | 'coin';
      readonly addressCode: never;
      readonly plainCode: never;
      readonly amountCode: never;
      readonly amountCodeHint: never;
      readonly openApp: never;
      readonly openIn: 'wallet';
      readonly amount: never;
      readonly address: never;
      readonly sendOnly: 'network' | 'thisCoin';
      readonly contractTitle: never;
      readonly plainAccount: never;
      readonly contractLater: never;
      readonly copy: never;
      readonly copied: never;
      readonly copyFailed: never;
      readonly theAmount: never;
      readonly theAddress: never;
      readonly theText: never;
    };
    readonly changeCoin: {
      readonly title: never;
      readonly onlyIf: 'notSent';
      readonly notSent: never;
      readonly stay: never;
      readonly closing: never;
      readonly again: never;
    };
    readonly nothingShows: {
      readonly title: never;
      readonly normal: 'network';
      readonly normalMore: never;
      readonly stillNothing: 'number';
    };
    readonly claim: {
      readonly afterPaying: never;
      readonly label: never;
      readonly enter: never;
      readonly noted: never;
      readonly prove: never;
      readonly signature: never;
      readonly find: never;
      readonly enterSignature: never;
      readonly send: never;
      readonly looking: never;
    };
    readonly expiredQuote: {
      readonly again: 'coin';
      readonly replaced: 'coin';
      readonly ranOut: 'coin';
    };
    readonly confirming: {
      readonly title: never;
      readonly titlePart: never;
      readonly covered: never;
      readonly due: 'amount';
      readonly missing: 'amount' | 'coin';
      readonly payRest: never;
      readonly usually: 'time';
      readonly unmined: never;
      readonly noBlock: never;
      readonly solidified: never;
      readonly final: never;
      readonly progress: 'count' | 'have';
    };
    readonly sent: {
      readonly title: never;
      readonly more: 'network';
      readonly found: never;
      readonly foundMore: never;
      readonly prove: never;
      readonly showAgain: never;
      readonly theHash: never;
    };
    readonly partlyPaid: {
      readonly title: 'left' | 'paid';
      readonly more: never;
    };
    readonly failed: {
      readonly title: never;
      readonly titleReorged: never;
      readonly onChain: 'network';
      readonly doubleSpent: never;
      readonly rejected: 'network';
      readonly reorged: 'network';
      readonly next: never;
      readonly nextReorged: never;
      readonly payAgain: never;
    };
    readonly came: {
      readonly saw: 'amount' | 'coin' | 'network';
      readonly wrongCoin: 'coin';
      readonly wrongNetwork: 'network';
      readonly late: never;
      readonly canceled: never;
      readonly unclear: never;
      readonly told: never;
      readonly notAgain: never;
      readonly inTransaction: 'hash';
      readonly notBefore: never;
      readonly awaited: 'hash' | 'network';
      readonly unlessLost: never;
      readonly moreClaims: 'count';
      readonly perhaps: never;
      readonly perhapsNext: never;
      readonly look: never;
    };
    readonly ask: {
      readonly merchant: never;
      readonly number: never;
      readonly theNumber: never;
    };
    readonly payments: {
      readonly title: 'count';
      readonly onNetwork: 'network';
      readonly newTab: never;
      readonly confirmed: never;
      readonly rejected: never;
      readonly canceled: never;
    };
    readonly closed: {
      readonly paid: never;
      readonly settled: never;
      readonly arrived: 'amount';
      readonly overpaid: 'amount';
      readonly paidLate: never;
      readonly receipt: never;
      readonly returning: 'seconds';
      readonly stay: never;
      readonly another: never;
      readonly back: never;
      readonly accepted: never;
      readonly acceptedMore: never;
      readonly expired: never;
      readonly expiredUnpaid: never;
      readonly expiredPart: 'amount';
      readonly expiredSent: never;
      readonly expiredSeen: never;
      readonly canceled: never;
      readonly canceledMore: never;
      readonly notFound: never;
      readonly notFoundMore: never;
      readonly unreachable: never;
      readonly tryAgain: never;
    };
    readonly plain: {
      readonly exchange: never;
      readonly otherWay: never;
      readonly back: never;
      readonly lookAgain: never;
      readonly looksAgain: 'seconds';
      readonly stopLooking: never;
      readonly giveNumber: 'number';
      readonly hash: 'fault';
      readonly coin: 'fault';
    };
    readonly printed: {
      readonly title: never;
      readonly titlePart: never;
      readonly test: never;
      readonly paid: never;
      readonly paidSoFar: never;
      readonly order: never;
      readonly invoice: never;
      readonly paidOn: never;
      readonly total: never;
      readonly due: never;
      readonly bought: never;
      readonly quantity: 'name' | 'quantity';
      readonly payment: never;
      readonly payments: never;
      readonly onNetwork: 'coin' | 'network';
      readonly rate: never;
      readonly rateOf: 'coin' | 'price';
      readonly confirmed: never;
      readonly hash: never;
      readonly settled: never;
      readonly back: never;
    };
    readonly frame: {
      readonly check: never;
      readonly checkPurpose: never;
      readonly alone: never;
      readonly openAlone: never;
    };
    readonly faults: {
      readonly unreachable: never;
      readonly unexpected: never;
      readonly again: never;
      readonly rate: never;
      readonly noAddress: never;
      readonly notOffered: never;
      readonly notPayable: never;
      readonly tooMany: never;
      readonly tooFast: never;
      readonly notCancelable: never;
      readonly address: never;
      readonly gone: never;
      readonly notAHash: never;
      readonly unknownHash: never;
      readonly paysNothing: never;
      readonly anothers: never;
      readonly failedOnChain: never;
      readonly tooManyHashes: never;
      readonly signature: never;
    };
    readonly walletConnect: {
      readonly relayed: 'service';
      readonly opening: never;
      readonly code: never;
      readonly scan: never;
      readonly theLink: never;
      readonly stop: 'service';
      readonly unreachable: 'service';
      readonly nobodyCame: never;
    };
    readonly wallet: {
      readonly declined: 'wallet';
      readonly busy: 'wallet';
      readonly locked: 'wallet';
      readonly noAccount: 'wallet';
      readonly noAnswer: 'wallet';
      readonly otherNetwork: 'chain' | 'network' | 'wallet';
      readonly unknownNetwork: 'wallet';
      readonly failed: 'wallet';
      readonly failedWhy: 'wallet' | 'why';
    };
  };
  readonly embed: {
    readonly shopPage: {
      readonly close: never;
      readonly elsewhere: never;
      readonly onlyHere: never;
      readonly more: never;
      readonly differs: never;
      readonly unverified: never;
      readonly unable: never;
    };
  };
  readonly links: {
    readonly page: {
      readonly language: never;
    };
    readonly link: {
      readonly title: 'shop';
      readonly go: never;
      readonly pay: 'price';
      readonly amountIn: 'currency';
      readonly next: never;
      readonly unknownTitle: never;
      readonly unknown: never;
      readonly awayTitle: never;
      readonly away: never;
      readonly busyTitle: never;
      readonly busy: never;
      readonly outOfBounds: never;
    };
    readonly amount: {
      readonly missing: never;
      readonly zero: never;
      readonly tooLarge: 'digits';
      readonly tooManyDecimals: 'digits';
      readonly whole: never;
      readonly notANumber: 'example';
    };
  };
  readonly counter: {
    readonly till: {
      readonly title: never;
      readonly currency: never;
      readonly charge: 'price';
      readonly wait: never;
      readonly deleteDigit: never;
      readonly cancel: never;
      readonly showCode: never;
      readonly coins: never;
      readonly preparing: never;
      readonly scan: never;
      readonly pageCode: never;
      readonly coinCode: 'amount' | 'coin';
      readonly onNetwork: 'network';
      readonly newCode: never;
      readonly waiting: never;
      readonly waitingTest: never;
      readonly coming: 'price';
      readonly partComing: 'due';
      readonly confirmations: 'count' | 'network' | 'wanted';
      readonly newSaleNow: never;
      readonly paid: never;
      readonly paidPrice: 'price';
      readonly accepted: 'price';
      readonly newSale: never;
      readonly over: never;
      readonly overNext: never;
      readonly chooseCurrency: never;
      readonly unknown: never;
      readonly busy: never;
      readonly away: never;
      readonly noCoin: never;
      readonly noAddress: never;
      readonly noRate: never;
      readonly networkAway: never;
      readonly noCode: never;
      readonly unreachable: never;
      readonly failed: never;
    };
  };
  readonly mails: {
    readonly receipt: {
      readonly subject: 'shop';
      readonly test: never;
      readonly received: 'price' | 'shop';
      readonly order: 'reference';
      readonly total: 'price';
      readonly paidOn: 'time';
      readonly coin: 'amount' | 'coin' | 'network';
      readonly rate: 'coin' | 'price';
      readonly hash: 'hash';
      readonly print: never;
    };
  };
}
