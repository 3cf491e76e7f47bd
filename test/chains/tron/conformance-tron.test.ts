// The TRON family passes the conformance suite, on a model of its node.

import { conformance } from '../../rig/conformance/suite.ts';
import { tronDriver } from '../../rig/conformance/tron-driver.ts';

conformance(tronDriver);
