import { useNames } from '../parts/names.js';
import { Id } from '../parts/values.js';
import { useSession } from '../session/session.js';

interface AccountProps {
  readonly accountId: string;
  /** Its institution, where it is known. */
  readonly entityId?: string;
}

/** The account that did something; the reader's own in words. */
export function Account({ accountId, entityId }: AccountProps) {
  const { caller, networks } = useSession();
  const nameOf = useNames(networks.map(({ network_id }) => network_id));
  if (accountId === caller.account_id) return 'You';
  return (
    <>
      {entityId !== undefined && `${nameOf(entityId)} `}
      <Id value={accountId} />
    </>
  );
}
