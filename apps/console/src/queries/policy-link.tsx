import { useRead } from '../app/reads.js';
import { TextLink } from '../parts/page.js';
import { Id } from '../parts/values.js';
import { useSession } from '../session/session.js';

interface PolicyLinkProps {
  readonly policyId: string;
  readonly version: number | null;
}

/** The policy that applied to a query, by its name, and the version. */
export function PolicyLink({ policyId, version }: PolicyLinkProps) {
  const { may } = useSession();
  const search = version === null ? {} : { version };
  const enabled = may('policy:read');
  const { data } = useRead('readQueryingPolicy', { path: { policy_id: policyId } }, { enabled });
  if (!enabled) return <Id value={policyId} />;
  return (
    <TextLink to="/policies/$policyId" params={{ policyId }} search={search}>
      {[data?.name, version !== null && `version ${version.toLocaleString()}`]
        .filter(Boolean)
        .join(', ') || 'Policy'}
    </TextLink>
  );
}
