import { describe, expect, test } from '@jest/globals';
import { uncheckedViews } from '../harness/checked-views.js';

/** Runs after every other suite of the console. */
export function consoleRoutesSuite(): void {
  describe('the route table of the console', () => {
    test('has no view that no test checked with axe in both color schemes at 390, 1024 and 1440 pixels', () => {
      expect(uncheckedViews()).toEqual([]);
    });
  });
}
