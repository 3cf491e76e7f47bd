// Reads a file that a page offers as a download.
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';

export interface DownloadedFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Returns the file that `act` downloads. It is read over the connection, because the browser may run on another
 * machine.
 */
export async function downloaded(page: Page, act: () => Promise<void>): Promise<DownloadedFile> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const stream = await download.createReadStream();
  assert.ok(stream, (await download.failure()) ?? 'the file has no content');
  return { name: download.suggestedFilename(), text: await text(stream) };
}
