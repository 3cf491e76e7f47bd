// Bitcoin's kin read through an Esplora server pass the conformance suite, on a real litecoind behind it.

import { esploraDriver } from '../../rig/conformance/light-driver.ts';
import { conformance } from '../../rig/conformance/suite.ts';

conformance(esploraDriver);
