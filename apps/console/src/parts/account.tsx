import { useAccountNames, useNames } from './names.js';
import { useSession } from '../session/session.js';
import { Id } from './values.js';

interface AccountProps {
  readonly accountId: string;
  /** Its institution, where it is known. */
  readonly entityId?: string;
}

/** The account that did something, by name where the reader may know it; the reader's own in words. */
export function Account({ accountId, entityId }: AccountProps) {
  const { caller, networks } = useSession();
  const nameOf = useNames(networks.map(({ network_id }) => network_id));
  const userOf = useAccountNames();
  if (accountId === caller.account_id) return 'You';
  return (
    <>
      {[entityId && nameOf(entityId), userOf.get(accountId)].map((name) => name && `${name} `)}
      <Id value={accountId} />
    </>
  );
}
