import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { still } from './accessibility.js';

/** Answers that the browser reports and the console does not, by the path of their request. */
const EXPECTED: readonly (readonly [status: string, path: RegExp])[] = [
  // A policy without a draft.
  [' 404 ', /\/v1\/networks\/policies\/(?:querying|furnishing)\/[0-9a-f-]{36}\/draft$/],
  // A request whose trace or log lines are no longer among the last ones.
  [' 404 ', /\/v1\/request-(?:traces|logs)\/[^/]+$/],
  // A query with a consent that has ended.
  [' 403 ', /\/v1\/products\/check$/],
];

/** Errors of scripts, of the Content-Security-Policy and of requests with their answers, from now on. */
export function errorsOf(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    const { url } = message.location();
    const text = message.text();
    if (!['error', 'warning'].includes(message.type()) || isExpected(text, url)) return;
    errors.push(`${text} ${url}`);
  });
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('response', (response) => {
    const [status, url] = [response.status(), response.url()];
    if (status < 400 || isExpected(` ${status} `, url)) return;
    const add = (body: unknown) => errors.push(`${url}: ${String(body)}`);
    // The page may have been left before its body was read.
    response.text().then(add, add);
  });
  return errors;
}

function isExpected(text: string, url: string): boolean {
  return EXPECTED.some(([status, path]) => text.includes(status) && path.test(url));
}

/** The names of the values on cards that are wider than their place. */
const CUT_VALUES = `Array.from(document.querySelectorAll('td[data-label]'))
  .filter((cell) => getComputedStyle(cell).display === 'block')
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
  .map(({ dataset }) => dataset.label)`;

/** @throws when the page is wider than a screen of these widths, in pixels, or cuts a value of a card */
export async function requireFit(page: Page, ...widths: readonly number[]): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await still(page);
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - window.innerWidth',
    );
    const path = new URL(page.url()).pathname;
    const cut = await page.evaluate<readonly string[]>(CUT_VALUES);
    const fit = { path, width, overflow: 0, cut: [] };
    expect({ path, width, overflow: Math.max(0, overflow), cut }).toEqual(fit);
  }
  if (before) await page.setViewportSize(before);
}
