// `npm pack` runs this last: restores the project's own package.json.
import { restoreManifest } from './restore-manifest.ts';

restoreManifest();
