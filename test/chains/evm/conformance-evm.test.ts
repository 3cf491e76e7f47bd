// The EVM family holds to what every chain family must, on a real node.

import { evmDriver } from '../../rig/conformance/evm-driver.ts';
import { conformance } from '../../rig/conformance/suite.ts';

conformance(evmDriver);
