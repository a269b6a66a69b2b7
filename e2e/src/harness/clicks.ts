import type { Page } from 'playwright-core';

const COUNTER = 'clicks of the test';

/** A pressed pointer, and a choice in a list, which has no event of the pointer here. */
const COUNTING = `(() => {
  const count = () => {
    sessionStorage.setItem('${COUNTER}', Number(sessionStorage.getItem('${COUNTER}')) + 1);
  };
  addEventListener('pointerdown', count, true);
  addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && count(), true);
})()`;

/** Counts the clicks of a person on the page from now on; what is typed does not count. */
export async function clicksOn(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(COUNTING);
  await page.evaluate(COUNTING);
  return () => page.evaluate<number>(`Number(sessionStorage.getItem('${COUNTER}'))`);
}
