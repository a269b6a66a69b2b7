import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser.js';
import { ConsoleUser } from './console-user.js';
import type { Exchange } from './exchange.js';

export interface ConsoleSessions {
  /**
   * Signs an account in.
   * @param path in the console, with its query
   */
  readonly signIn: (account: { readonly account: string }, path?: string) => Promise<ConsoleUser>;
  readonly browser: () => Browser;
}

/**
 * One browser for the tests of a `describe` block, in which it must be called. After each test, the
 * account that signed in last leaves the console.
 */
export function consoleSessions(exchange: () => Exchange): ConsoleSessions {
  let browser: Browser;
  let user: ConsoleUser | undefined;

  beforeAll(async () => {
    browser = await launchBrowser();
  }, 60_000);

  afterEach(async () => {
    await user?.leave();
    user = undefined;
  });

  afterAll(() => browser.close());

  return {
    signIn: async (account, path = '/') => {
      user = await ConsoleUser.signIn(browser, account, `${exchange().url}/console${path}`);
      return user;
    },
    browser: () => browser,
  };
}
