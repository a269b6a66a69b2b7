import { eachItem, type InstitutionAttestation } from '@ndx/client';
import { useApi } from '../app/api.js';
import { ListExport } from '../parts/list-export.js';
import { useProducts } from '../parts/use-products.js';
import { useSession } from '../session/session.js';

type Status = InstitutionAttestation['status'];

/** Saves the listed attestations, the oldest first, with the names of products. */
export function AttestationExport({ status }: { readonly status?: Status }) {
  const { ndx } = useApi();
  const { caller, may } = useSession();
  const { data: products = [] } = useProducts(may('policy:read'));
  return (
    <ListExport
      name="attestations"
      about={{
        institution: caller.institution_name,
        filter: JSON.stringify({ ...(status && { status }) }),
      }}
      read={(_, signal) =>
        withStatus(eachItem(ndx.listAttestations, { query: { limit: 100 }, signal }), status)
      }
      rowOf={({ product_id, ...members }) => ({
        ...{ product_id, product: products.find(({ id }) => id === product_id)?.slug },
        ...members,
      })}
    />
  );
}

/** The API has no filter by status, which changes with time. */
async function* withStatus(
  attestations: AsyncIterable<InstitutionAttestation>,
  status: Status | undefined,
) {
  for await (const one of attestations) {
    if (status === undefined || one.status === status) yield one;
  }
}
