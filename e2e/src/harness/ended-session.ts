import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';

/** Saves a draft after the session has ended, and signs in again: the field keeps its value. */
export async function saveInEndedSession(page: Page, field: Locator): Promise<void> {
  const typed = await field.inputValue();
  const detail = 'the token has expired';
  await page.route('**/draft', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 401, json: { detail } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Save as a draft' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await field.inputValue()).toBe(typed);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Your unsaved changes are restored').waitFor();
  expect(await field.inputValue()).toBe(typed);
}
