// The EVM family passes the conformance suite on a real node.

import { evmDriver } from '../../rig/conformance/evm-driver.ts';
import { conformance } from '../../rig/conformance/suite.ts';

conformance(evmDriver);
