import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import type { Page } from 'playwright-core';

const AXE = readFileSync(join(projectRoot(), 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');

/** The rules of axe whose result depends on the color scheme: its category `cat.color`. */
const COLOR_RULES = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** @throws when the page violates a rule of axe, in light or dark colors */
export async function requireAccessibleColors(page: Page): Promise<void> {
  // Where the page has moved under the pointer, it would show a tooltip, which is in no region.
  await page.mouse.move(0, 0);
  for (const [colorScheme, rules] of [
    ['light', {}],
    ['dark', COLOR_RULES],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    // A page without scripts has no attribute.
    const attribute = 'data-mantine-color-scheme';
    await page
      .locator(`:root:not([${attribute}]), :root[${attribute}="${colorScheme}"]`)
      .waitFor({ state: 'attached' });
    // While a color changes, its contrast may be too low.
    await still(page);
    await requireAccessible(page, rules);
  }
}

/** @throws when the page violates one of the rules of axe, which are all by default */
export async function requireAccessible(page: Page, rules: object = {}): Promise<void> {
  // Once per document: reading the script takes as long as a run.
  if (await page.evaluate<boolean>('window.axe === undefined')) await page.evaluate(AXE);
  const options = JSON.stringify({ ...rules, resultTypes: ['violations'] });
  const violations = await page.evaluate(
    `axe.run(${options}).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) })))`,
  );
  expect(violations).toEqual([]);
}

/** Waits for the end of every animation and transition that the next frame shows. */
export function still(page: Page): Promise<unknown> {
  return page.evaluate(
    'new Promise(requestAnimationFrame).then(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))',
  );
}
