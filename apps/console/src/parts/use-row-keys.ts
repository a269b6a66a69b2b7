import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react';

/** The controls of a row that leave these keys to the list; inputs and menus do not. */
const LEAVES_KEYS = 'a, button:not([aria-haspopup])';

/** The number of rows to the next one; the list has fewer. */
const STEPS: Readonly<Record<string, number>> = {
  ...{ ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 },
  ...{ Home: -Infinity, End: Infinity },
};

/**
 * The keyboard between the rows of a list that open something: by `open`, otherwise by their first
 * link. Tab reaches one of them: at first the first one, then the last one that had the focus. A row
 * has its key in `data-row`.
 */
export function useRowKeys(open?: (index: number) => void) {
  const body = useRef<HTMLTableSectionElement>(null);
  /** The key of the row that had the focus last. */
  const last = useRef<string>(undefined);

  const openable = () =>
    [...(body.current?.rows ?? [])].filter((row) => open !== undefined || linkIn(row) !== null);

  /** Makes one row reachable by Tab. */
  const mark = () => {
    const rows = openable();
    const current = rows.find((row) => row.dataset['row'] === last.current) ?? rows[0];
    for (const row of rows) row.tabIndex = row === current ? 0 : -1;
  };

  // Rows are added by later parts of the list.
  useEffect(mark);

  const rowOf = ({ target }: { readonly target: EventTarget }) =>
    openable().find((row) => target instanceof Node && row.contains(target));

  return {
    ref: body,
    onFocus: (event: FocusEvent) => {
      const key = rowOf(event)?.dataset['row'];
      if (key === undefined) return;
      last.current = key;
      mark();
    },
    onKeyDown: (event: KeyboardEvent) => {
      const row = rowOf(event);
      if (row === undefined || !leavesKeys(event, row)) return;
      if (event.key === 'Enter' && event.target === row) {
        event.preventDefault();
        if (open === undefined) linkIn(row)?.click();
        else open(row.sectionRowIndex);
      }
      const step = STEPS[event.key];
      if (step === undefined) return;
      const rows = openable();
      const next = rows[Math.max(0, Math.min(rows.indexOf(row) + step, rows.length - 1))];
      if (next === row) return;
      event.preventDefault();
      next?.focus();
    },
  };
}

function linkIn(row: HTMLTableRowElement): HTMLAnchorElement | null {
  return row.querySelector('a[href]');
}

function leavesKeys(
  { target, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented }: KeyboardEvent,
  row: HTMLTableRowElement,
): boolean {
  if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return false;
  return target === row || (target instanceof Element && target.matches(LEAVES_KEYS));
}
