import type { AnyRouter } from '@tanstack/react-router';

/** The path of each entry of the history that was shown since the page was loaded, by its index. */
const visited = new Map<number, string>();

let current = 0;

/** Records from now on which entries of the history are shown. */
export function recordVisits(router: AnyRouter): void {
  router.subscribe('onResolved', ({ toLocation }) => {
    current = toLocation.state.__TSR_index;
    visited.set(current, location.pathname);
  });
}

/** The number of entries to the last one before the current one with this path, if there is one. */
export function stepsBackTo(path: string): number | undefined {
  for (let index = current - 1; index >= 0; index -= 1) {
    if (visited.get(index) === path) return current - index;
  }
  return undefined;
}
