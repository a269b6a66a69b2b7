import { useState } from 'react';

/** The values of a form that are not saved yet. */
export interface Kept<Values> {
  readonly values: Values;
  readonly set: (values: Values) => void;
  /** Whether the form began with values from before a reload or a new sign-in. */
  readonly isRestored: boolean;
  /** After they are saved, or when the reader does not want them any more. */
  readonly forget: () => void;
}

/**
 * The values of a form, which the tab keeps until they are saved: a reload, another view and a new
 * sign-in do not lose them.
 * @param key of the form; with the account, so that nobody else who signs in here sees them
 * @param saved the values until the reader changes one
 */
export function useKept<Values>(key: string, saved: Values): Kept<Values> {
  const [restored] = useState(() => sessionStorage.getItem(key));
  const [changed, setChanged] = useState<Values | undefined>(() =>
    restored === null ? undefined : (JSON.parse(restored) as Values),
  );
  return {
    values: changed ?? saved,
    isRestored: restored !== null,
    set: (values) => {
      const text = JSON.stringify(values);
      if (text === JSON.stringify(saved)) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
      setChanged(values);
    },
    forget: () => sessionStorage.removeItem(key),
  };
}
