import type { Notice } from '@ndx/client';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { ExplanationLink } from '../queries/query-links.js';
import { useSession } from '../session/session.js';
import { HAVE_NO_ANSWER } from './notice-kinds.js';

/** Renews the certificate of a notice, for an account that may query; then links to the new query. */
export function RenewButton({ notice }: { readonly notice: Notice }) {
  const { may } = useSession();
  const { ndx } = useApi();
  const [renewal, setRenewal] = useState<string>();
  const { certificate_id: certificate, notice_id, kind } = notice;
  if (renewal !== undefined) return <ExplanationLink queryEventId={renewal} />;
  if (certificate === null || HAVE_NO_ANSWER.has(kind) || !may('product:query')) return null;
  return (
    <ConfirmButton
      label="Renew"
      name={`Renew certificate ${certificate}`}
      question="Renew the certificate?"
      size="xs"
      variant="default"
      act={async () => {
        const { queryEventId } = await ndx.watchKybCertificate({ body: { notice_id } });
        setRenewal(queryEventId);
      }}
    >
      The query is sent again, and is billed once for this notice. Later notices are about the new
      certificate.
    </ConfirmButton>
  );
}
