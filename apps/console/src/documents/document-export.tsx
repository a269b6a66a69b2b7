import { eachItem } from '@ndx/client';
import { useApi } from '../app/api.js';
import { ListExport } from '../parts/list-export.js';
import type { NameOf } from '../parts/names.js';
import { useSession } from '../session/session.js';

/** Saves the list of the institution's documents, the oldest first, without their content. */
export function DocumentExport({ nameOf }: { readonly nameOf: NameOf }) {
  const { ndx } = useApi();
  const { caller } = useSession();
  return (
    <ListExport
      name="documents"
      about={{ institution: caller.institution_name, filter: '{}' }}
      read={(_, signal) => eachItem(ndx.listDocuments, { query: { limit: 100 }, signal })}
      rowOf={({ network_id, ...members }) => ({
        ...{ network_id, network_name: nameOf(network_id) },
        ...members,
      })}
    />
  );
}
