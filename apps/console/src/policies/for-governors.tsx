import { Code } from '@mantine/core';
import type { ReactNode } from 'react';
import { Empty } from '../parts/empty.js';
import { useSession } from '../session/session.js';
import { useMayGovern } from './use-may-govern.js';

interface ForGovernorsProps {
  readonly networkId: string;
  readonly children: ReactNode;
}

/** An editor of policies, for the governors of their network. */
export function ForGovernors({ networkId, children }: ForGovernorsProps) {
  const { networks } = useSession();
  const mayGovern = useMayGovern(networks.find(({ network_id }) => network_id === networkId));
  if (mayGovern) return children;
  return (
    <Empty title="Your account may not edit policies">
      It needs the permission <Code>policy:write</Code>, and its institution the role of a governor
      in the network.
    </Empty>
  );
}
