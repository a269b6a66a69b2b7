import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser } from './browser.js';
import { ConsoleUser } from './console-user.js';
import type { Exchange } from './exchange.js';

export interface ConsoleSessions {
  /**
   * Opens a page of the console for an account, which signs in for its first page.
   * @param path in the console, with its query
   */
  readonly signIn: (account: { readonly account: string }, path?: string) => Promise<ConsoleUser>;
  readonly browser: () => Browser;
}

/**
 * One browser for the tests of a `describe` block, in which it must be called: with the session of
 * each account at the identity provider. After each test its pages are closed.
 */
export function consoleSessions(exchange: () => Exchange): ConsoleSessions {
  let browser: Browser;
  const contexts = new Map<string, Promise<BrowserContext>>();
  const users: ConsoleUser[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterEach(async () => {
    for (const user of users.splice(0)) await user.leave();
  });

  afterAll(() => browser.close());

  const contextOf = (account: string) => {
    const context = contexts.get(account) ?? newContext(browser);
    contexts.set(account, context);
    return context;
  };

  return {
    signIn: async ({ account }, path = '/') => {
      const context = await contextOf(account);
      const user = await ConsoleUser.open(context, account, `${exchange().url}/console${path}`);
      users.push(user);
      return user;
    },
    browser: () => browser,
  };
}

function newContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 1280, height: 900 },
    // During a fade-in, the contrast of a dialog is too low for the accessibility check.
    reducedMotion: 'reduce',
  });
}
