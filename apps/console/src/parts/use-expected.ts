import { NdxError } from '@ndx/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LOADED } from './use-change.js';

/** The members of a request that changes only what the reader has seen. */
export interface Expected {
  readonly expected_revision?: number;
}

/**
 * Sends a change of the revision that the reader saw when the form opened, because a window that
 * gets the focus reads again. After a conflict the form shows the newest revision, and changes it.
 */
export function useExpected(revision: number | undefined) {
  const cache = useQueryClient();
  const [seen, setSeen] = useState(revision);
  const expected_revision = seen ?? revision;
  return async (send: (expected: Expected) => Promise<unknown>) => {
    try {
      await send(expected_revision === undefined ? {} : { expected_revision });
    } catch (error) {
      if (isChangedSince(error)) {
        await cache.invalidateQueries(LOADED);
        setSeen(undefined);
      }
      throw error;
    }
  };
}

/** Whether another change came first. */
export function isChangedSince(error: unknown): boolean {
  return error instanceof NdxError && error.reason === 'version_mismatch';
}
