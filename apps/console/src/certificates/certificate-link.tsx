import { TextLink } from '../parts/page.js';
import { Id } from '../parts/values.js';
import { useSession } from '../session/session.js';

interface CertificateLinkProps {
  readonly id: string;
  /** The institution that queried: another one may not read the certificate. */
  readonly queryingEntityId: string;
}

/** A certificate, with a link where the account may read it. */
export function CertificateLink({ id, queryingEntityId }: CertificateLinkProps) {
  const { caller, may } = useSession();
  if (queryingEntityId !== caller.entity_id || !may('product:query')) return <Id value={id} />;
  return (
    <>
      <TextLink to="/certificates/$certificateId" params={{ certificateId: id }}>
        Certificate
      </TextLink>{' '}
      <Id value={id} />
    </>
  );
}
