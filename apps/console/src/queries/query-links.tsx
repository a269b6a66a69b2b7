import { TextLink } from '../parts/page.js';
import { useSession } from '../session/session.js';

interface QueryLinkProps {
  readonly queryEventId: string;
}

/** Why a query was answered as it was, for an account that may read it. */
export function ExplanationLink({ queryEventId }: QueryLinkProps) {
  const { may } = useSession();
  if (!may('billing:read')) return null;
  return (
    <TextLink
      aria-label={`Explanation of ${queryEventId}`}
      to="/queries/$queryEventId"
      params={{ queryEventId }}
    >
      Explanation
    </TextLink>
  );
}

/** The records and audit entries of a query, for an account that may read it. */
export function EvidenceLink({ queryEventId }: QueryLinkProps) {
  const { may } = useSession();
  if (!may('billing:read')) return null;
  return (
    <TextLink
      aria-label={`Evidence of ${queryEventId}`}
      to="/usage/$queryEventId"
      params={{ queryEventId }}
    >
      Evidence
    </TextLink>
  );
}
