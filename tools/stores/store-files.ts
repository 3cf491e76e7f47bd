// All files of all store packages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { projectRoot } from '../../test/rig/house/source-tree.ts';
import type { StoreApp } from './description.ts';
import { artifactHubFiles } from './printers/artifact-hub.ts';
import { casaosFiles } from './printers/casaos.ts';
import { coolifyFiles } from './printers/coolify.ts';
import { onePanelFiles } from './printers/one-panel.ts';
import { railwayFiles } from './printers/railway.ts';
import { start9Files } from './printers/start9.ts';
import { umbrelFiles } from './printers/umbrel.ts';
import { yunohostFiles } from './printers/yunohost.ts';
import type { StoreFile } from './store-file.ts';

/** 1Panel's wiki asks for a square logo of 180 pixels. */
const logoPixels = 180;

export async function storeFiles(app: StoreApp): Promise<StoreFile[]> {
  const icon = readFileSync(join(projectRoot, 'deploy/stores/icon.svg'));
  const logo = await sharp(icon).resize(logoPixels, logoPixels).png().toBuffer();
  return [
    ...umbrelFiles(app),
    ...casaosFiles(app, icon),
    ...coolifyFiles(app, icon),
    ...onePanelFiles(app, logo),
    ...artifactHubFiles(app),
    ...railwayFiles(app),
    ...yunohostFiles(app),
    ...start9Files(app, icon),
  ];
}
