import { TextLink } from '../parts/page.js';
import { Id } from '../parts/values.js';
import { useSession } from '../session/session.js';

interface PolicyLinkProps {
  readonly policyId: string;
  readonly version: number | null;
}

/** The version of the policy that applied to a query. */
export function PolicyLink({ policyId, version }: PolicyLinkProps) {
  const { may } = useSession();
  const search = version === null ? {} : { version };
  if (!may('policy:read')) return <Id value={policyId} />;
  return (
    <TextLink to="/policies/$policyId" params={{ policyId }} search={search}>
      version {version}
    </TextLink>
  );
}
