import type { CDPSession } from 'playwright-core';
import type { ConsoleUser } from './console-user.js';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A view that was opened by its address, as by a link that somebody sent. */
export interface OpenedView {
  /** Its path in the console; each id is `:id`. */
  readonly name: string;
  readonly url: string;
  /** Received from the console, with the headers of the responses; the browser had cached nothing. */
  readonly bytes: number;
}

/**
 * Opens every view that links reach, beginning with the home page: one address for each `name`.
 * @param url the address of the home page
 */
export async function* walkConsole(reader: ConsoleUser, url: string): AsyncGenerator<OpenedView> {
  const { page } = reader;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const base = new URL(url).pathname;
  const nameOf = (address: string) => {
    const path = new URL(address).pathname.slice(base.length);
    return `/${path.replaceAll(UUID, ':id')}`;
  };
  const found = new Map([['/', url]]);
  // A Map also iterates over the entries that are added during the iteration.
  for (const [name, address] of found) {
    await session.send('Network.clearBrowserCache');
    const bytes = await bytesOf(session, new URL(base, url).href, async () => {
      await page.goto(address);
      await reader.heading();
      await reader.settled();
    });
    for (const link of await linksOf(reader)) {
      if (new URL(link).pathname.startsWith(base) && !found.has(nameOf(link))) {
        found.set(nameOf(link), link);
      }
    }
    yield { name, url: address, bytes };
  }
}

function linksOf({ page }: ConsoleUser): Promise<string[]> {
  return page.evaluate('Array.from(document.querySelectorAll("a[href]"), ({ href }) => href)');
}

/** The bytes that the browser received from addresses with this beginning. */
async function bytesOf(
  session: CDPSession,
  prefix: string,
  act: () => Promise<unknown>,
): Promise<number> {
  const counted = new Set<string>();
  let bytes = 0;
  const sent = ({ requestId, request: { url } }: { requestId: string; request: { url: string } }) =>
    url.startsWith(prefix) && counted.add(requestId);
  const finished = (loaded: { requestId: string; encodedDataLength: number }) => {
    if (counted.has(loaded.requestId)) bytes += loaded.encodedDataLength;
  };
  session.on('Network.requestWillBeSent', sent);
  session.on('Network.loadingFinished', finished);
  await act();
  session.off('Network.requestWillBeSent', sent);
  session.off('Network.loadingFinished', finished);
  return bytes;
}
