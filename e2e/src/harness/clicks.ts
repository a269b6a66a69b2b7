import type { Page } from 'playwright-core';

const COUNTER = 'clicks of the test';

/**
 * A pressed pointer is a click. A choice in a native list is two, which open the list and choose: the
 * browser draws the list outside of the page, so that a test changes it without a pointer.
 */
const COUNTING = `(() => {
  const count = (clicks) => {
    sessionStorage.setItem('${COUNTER}', Number(sessionStorage.getItem('${COUNTER}')) + clicks);
  };
  const isNativeList = ({ target }) => target instanceof HTMLSelectElement;
  addEventListener('pointerdown', (event) => isNativeList(event) || count(1), true);
  addEventListener('change', (event) => isNativeList(event) && count(2), true);
})()`;

/** Counts the clicks of a person on the page from now on; what is typed does not count. */
export async function clicksOn(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(COUNTING);
  await page.evaluate(COUNTING);
  return () => page.evaluate<number>(`Number(sessionStorage.getItem('${COUNTER}'))`);
}
