// A file that a page gives its visitor.
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';

export interface DownloadedFile {
  readonly name: string;
  readonly text: string;
}

/** The file that comes of `act`. It is read over the connection: the browser may run elsewhere. */
export async function downloaded(page: Page, act: () => Promise<void>): Promise<DownloadedFile> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const stream = await download.createReadStream();
  assert.ok(stream, (await download.failure()) ?? 'the file has no content');
  return { name: download.suggestedFilename(), text: await text(stream) };
}
