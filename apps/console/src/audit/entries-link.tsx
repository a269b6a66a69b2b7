import type { ReactNode } from 'react';
import { useNetwork } from '../layout/use-network.js';
import { TextLink } from '../parts/page.js';
import { useSession } from '../session/session.js';
import type { EntryCriteria } from './audit-search.js';

interface EntriesLinkProps {
  readonly criteria: EntryCriteria;
  /** The name for screen readers, where the text alone does not name the object. */
  readonly name?: string;
  readonly children: ReactNode;
}

/** A link to entries of the selected network, for a governor who may read its audit log. */
export function EntriesLink({ criteria, name, children }: EntriesLinkProps) {
  const { may } = useSession();
  const isGovernor = useNetwork()?.roles.includes('governor') === true;
  if (!isGovernor || !may('audit:read')) return null;
  return (
    <TextLink to="/audit-log" search={criteria} aria-label={name}>
      {children}
    </TextLink>
  );
}
