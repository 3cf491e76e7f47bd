// The UTXO family passes the conformance suite on a real litecoind.

import { conformance } from '../../rig/conformance/suite.ts';
import { utxoDriver } from '../../rig/conformance/utxo-driver.ts';

conformance(utxoDriver);
