import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { sendRows, type RowFault, type RowsToSend } from './send-rows.js';

/** What became of the rows of a file. */
export interface Sent extends RowsToSend {
  readonly faults: readonly RowFault[];
}

/** Sends the rows of a file, and counts those with a result. */
export function useSend() {
  const { ndx } = useApi();
  const [done, setDone] = useState(0);
  const mutation = useMutation({
    mutationFn: async (rows: RowsToSend): Promise<Sent> => {
      setDone(0);
      const faults: RowFault[] = [];
      for await (const { row, faults: found } of sendRows(ndx, rows)) {
        faults.push(...found);
        setDone(row);
      }
      return { ...rows, faults };
    },
  });
  return { ...mutation, done };
}
