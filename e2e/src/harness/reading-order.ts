import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';

/** The nodes of the page as a screen reader reads them, in order: `heading 1 Queries`. */
export async function readingOrder(page: Page): Promise<string[]> {
  const snapshot = await page.locator('body').ariaSnapshot();
  return snapshot.split('\n').flatMap((line) => {
    const node = line.trim().replace(/^- '?/, '');
    const [role = ''] = node.split(/[ :]/, 1);
    const [, name] = /^\w+ "((?:[^"\\]|\\.)*)"/.exec(node) ?? [];
    const [, level] = /\[level=(\d)\]/.exec(node) ?? [];
    const isNode = /^[a-z]+$/.test(role) && role !== 'text';
    return isNode ? [[role, level, name].filter(Boolean).join(' ')] : [];
  });
}

/**
 * @param expected nodes of the view's main part, in order; others may stand between them
 * @throws when a screen reader does not read the frame, then the heading, then these nodes; when
 *   headings skip a level; or when the order on a phone is another one
 */
export async function requireReadingOrder(page: Page, expected: readonly string[]): Promise<void> {
  const nodes = await readingOrder(page);
  const [title = '', ...parts] = expected;
  const frame = ['link Skip to the content', 'banner', 'navigation Views', 'main', title];
  const wanted = [...frame, ...parts];
  let at = 0;
  const found = wanted.filter((node) => {
    const next = nodes.indexOf(node, at);
    if (next !== -1) at = next + 1;
    return next !== -1;
  });
  expect(found).toEqual(wanted);
  const levels = nodes.flatMap((node) => /^heading (\d)/.exec(node)?.[1] ?? []).map(Number);
  expect(levels.filter((level) => level === 1)).toEqual([1]);
  expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  await requireVisualOrder(page);
}

/** On a phone everything is in one column, so what is read first is also above. */
async function requireVisualOrder(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 900 });
  const parts = await page.locator('main :is(h1, h2, h3, table):visible').all();
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  const tops = boxes.flatMap((box) => (box === null ? [] : [box.y]));
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  if (size !== null) await page.setViewportSize(size);
}
