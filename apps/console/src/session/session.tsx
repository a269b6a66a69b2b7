import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { Caller, NdxClient, Network } from '@ndx/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { readWhole } from '../app/read-part.js';

export type Permission = Caller['permissions'][number];

export interface Session {
  readonly caller: Caller;
  readonly userName: string;
  /** Of the institution, with its roles in each; the oldest first. */
  readonly networks: readonly Network[];
  readonly may: (permission: Permission) => boolean;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** Reads who is signed in before it shows its children. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const { ndx, signIn } = useApi();
  const { data } = useSuspenseQuery(sessionQuery(ndx));
  const session = useMemo<Session>(() => {
    const permissions = new Set(data.caller.permissions);
    const userName = signIn.userName() ?? data.caller.subject;
    return { ...data, userName, may: (permission) => permissions.has(permission) };
  }, [data, signIn]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

function sessionQuery(ndx: NdxClient) {
  return queryOptions({
    queryKey: ['session'],
    queryFn: async () => {
      const [{ data: caller }, listed] = await Promise.all([
        ndx.readCaller(),
        readWhole((query) => ndx.listNetworks({ query })),
      ]);
      const byAge = (one: Network, other: Network) =>
        one.created_at.localeCompare(other.created_at);
      return { caller, networks: listed.toSorted(byAge) };
    },
    staleTime: Infinity,
  });
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('useSession is called outside SessionProvider');
  return session;
}
