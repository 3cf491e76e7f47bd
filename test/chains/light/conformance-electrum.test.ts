// Bitcoin-like chains read through an Electrum server pass the conformance suite, with a real litecoind behind it.

import { electrumDriver } from '../../rig/conformance/light-driver.ts';
import { conformance } from '../../rig/conformance/suite.ts';

conformance(electrumDriver);
