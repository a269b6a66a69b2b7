import type { AuditVerification } from '@ndx/client';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../app/api.js';
import type { ServiceName } from '../operation/services.js';

/** The result of the verification of a log so far. */
export interface Verified {
  readonly part: AuditVerification;
  /** The recorded losses of entries in all verified parts. */
  readonly gaps: AuditVerification['gaps'];
}

/** Verifies a log part by part, until its end or the first fault. */
export function useVerification(networkId: string, service: ServiceName) {
  const { ndx } = useApi();
  const [verified, setVerified] = useState<Verified>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const verification = useMutation({
    mutationFn: async (from: Verified | undefined) => {
      const { signal } = (running.current = new AbortController());
      const path = { network_id: networkId, service };
      let known = from;
      setVerified(known);
      while (!signal.aborted && (known === undefined || isUnfinished(known))) {
        const query = { after: known?.part.verified_through ?? 0 };
        const { data: part } = await ndx.verifyAuditLog({ path, query });
        known = { part, gaps: [...(known?.gaps ?? []), ...part.gaps] };
        setVerified(known);
      }
    },
  });
  return {
    verified,
    isRunning: verification.isPending,
    error: verification.error,
    /** Verifies from the first entry. */
    start: () => verification.mutate(undefined),
    /** Continues from the entry at which it stopped. */
    resume: () => verification.mutate(verified),
    /** Stops after the part that the server verifies now. */
    stop: () => running.current?.abort(),
  };
}

/** Whether entries remain, and none is at fault. */
export function isUnfinished({ part }: Verified): boolean {
  return !part.is_complete && part.fault === null;
}
