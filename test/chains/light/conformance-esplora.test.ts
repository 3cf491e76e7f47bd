// Bitcoin-like chains read through an Esplora server pass the conformance suite, with a real litecoind behind it.

import { esploraDriver } from '../../rig/conformance/light-driver.ts';
import { conformance } from '../../rig/conformance/suite.ts';

conformance(esploraDriver);
