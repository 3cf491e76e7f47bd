// The TRON family holds to what every chain family must, as far as a model of its node can tell.

import { conformance } from '../../rig/conformance/suite.ts';
import { tronDriver } from '../../rig/conformance/tron-driver.ts';

conformance(tronDriver);
