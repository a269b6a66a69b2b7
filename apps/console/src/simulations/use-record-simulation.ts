import { simulateRecords, type FurnishingPolicyDraft, type RecordSimulation } from '@ndx/client';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../app/api.js';

/** Simulates the rules of a draft over past records, page by page. */
export function useRecordSimulation({ policy_id, policy_metadata }: FurnishingPolicyDraft) {
  const { ndx } = useApi();
  const [sum, setSum] = useState<RecordSimulation>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const simulation = useMutation({
    mutationFn: async (from: string) => {
      const { signal } = (running.current = new AbortController());
      setSum(undefined);
      const sums = simulateRecords(ndx, policy_id, { policy_metadata, from }, signal);
      for await (const one of sums) setSum(one);
    },
  });
  return {
    /** The counts so far. */
    sum,
    isRunning: simulation.isPending,
    error: simulation.error,
    /** Simulates from a time until now. */
    start: simulation.mutate,
  };
}
