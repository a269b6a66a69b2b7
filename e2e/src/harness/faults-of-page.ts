import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { still } from './accessibility.js';

/** A policy without a draft answers 404, which the browser reports and the console does not. */
const DRAFT = /\/v1\/networks\/policies\/(?:querying|furnishing)\/[0-9a-f-]{36}\/draft$/;

/** Errors of scripts, of the Content-Security-Policy and of requests, from now on. */
export function errorsOf(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    const { url } = message.location();
    const isAbsence = message.text().includes(' 404 ') && DRAFT.test(url);
    if (!['error', 'warning'].includes(message.type()) || isAbsence) return;
    errors.push(`${message.text()} ${url}`);
  });
  page.on('pageerror', ({ message }) => errors.push(message));
  return errors;
}

/** @throws when the page is wider than a screen of these widths, in pixels */
export async function requireFit(page: Page, ...widths: readonly number[]): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await still(page);
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - window.innerWidth',
    );
    const path = new URL(page.url()).pathname;
    const fit = { path, width, overflow: 0 };
    expect({ path, width, overflow: Math.max(0, overflow) }).toEqual(fit);
  }
  if (before) await page.setViewportSize(before);
}
