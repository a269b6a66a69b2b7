import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { fillDemoNetwork } from '@ndx/tools/demo/fill-demo-network';
import { fillSandbox } from '@ndx/tools/sandbox/fill-sandbox';
import { demoClients, sandboxParties } from '@ndx/tools/sandbox/sandbox-parties';
import type { Page } from 'playwright-core';
import { consoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { PICTURES } from './pictures.js';

const FOLDER = join(projectRoot(), 'docs/images');
const WIDTH = 1440;
/** A longer page is cut. */
const MAX_HEIGHT = 1_600;

/** Writes the pictures of docs/console.md to docs/images. */
export function pictureSuite(exchange: () => Exchange): void {
  describe('pictures of the console', () => {
    const { signIn } = consoleSessions(exchange);

    beforeAll(async () => {
      mkdirSync(FOLDER, { recursive: true });
      const clients = demoClients(exchange().network.addresses);
      await fillSandbox(sandboxParties(clients));
      await fillDemoNetwork(clients);
    });

    test.each(PICTURES)(
      '$name is pictured without an error',
      async ({ name, by, path, colors, act }) => {
        const user = await signIn(by, path);
        await user.page.emulateMedia({ colorScheme: colors ?? 'light' });
        await user.settled();
        await act?.(user.page);
        await user.page.setViewportSize({ width: WIDTH, height: 800 });
        await user.settled();
        await picture(user.page, join(FOLDER, `console-${name}-${WIDTH}.png`));
        expect(user.errors).toEqual([]);
      },
    );
  });
}

async function picture(page: Page, path: string): Promise<void> {
  await page.mouse.move(0, 0);
  const full = await page.evaluate<number>('document.documentElement.scrollHeight');
  // A picture of the full page would cut the navigation, which is as high as the window.
  await page.setViewportSize({ width: WIDTH, height: Math.min(full, MAX_HEIGHT) });
  await page.screenshot({ path, animations: 'disabled' });
}
