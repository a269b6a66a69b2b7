import { useQuery } from '@tanstack/react-query';
import { AuditEntries } from '../parts/audit-entries.js';
import { Loaded } from '../parts/loaded.js';
import type { consentsOf } from './consents.js';

interface ConsentAuditProps {
  readonly consentId: string;
  readonly operations: ReturnType<typeof consentsOf>;
}

/** The entries of the audit log about a consent, verified by the server at each request. */
export function ConsentAudit({ consentId, operations }: ConsentAuditProps) {
  const entries = useQuery({
    queryKey: ['consent-audit', consentId],
    queryFn: () => operations.auditEntries(consentId),
  });
  return <Loaded query={entries}>{(found) => <AuditEntries entries={found} />}</Loaded>;
}
