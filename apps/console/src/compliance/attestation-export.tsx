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
  const filters = { ...(status && { status }) };
  const { data: products = [] } = useProducts(may('policy:read'));
  return (
    <ListExport
      name="attestations"
      about={{ institution: caller.institution_name, filter: JSON.stringify(filters) }}
      read={(_, signal) =>
        eachItem(ndx.listAttestations, { query: { ...filters, limit: 100 }, signal })
      }
      rowOf={({ product_id, ...members }) => ({
        ...{ product_id, product: products.find(({ id }) => id === product_id)?.slug },
        ...members,
      })}
    />
  );
}
