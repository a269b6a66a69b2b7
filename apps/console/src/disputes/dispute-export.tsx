import { eachItem, type Dispute } from '@ndx/client';
import { useApi } from '../app/api.js';
import { ListExport } from '../parts/list-export.js';
import type { NameOf } from '../parts/names.js';
import { useSession } from '../session/session.js';

interface DisputeExportProps {
  /** The filters of the list. */
  readonly filters: { readonly state?: Dispute['state'] };
  readonly nameOf: NameOf;
}

/** Saves the listed disputes, with the names of institutions beside their ids. */
export function DisputeExport({ filters, nameOf }: DisputeExportProps) {
  const { ndx } = useApi();
  const { caller } = useSession();
  return (
    <ListExport
      name="disputes"
      about={{ institution: caller.institution_name, filter: JSON.stringify(filters) }}
      read={(_, signal) =>
        eachItem(ndx.listDisputes, { query: { ...filters, limit: 100 }, signal })
      }
      rowOf={({ furnishing_entity_id, disputing_entity_id, ...members }) => ({
        ...members,
        ...{ furnishing_entity_id, furnishing_entity_name: nameOf(furnishing_entity_id) },
        ...{ disputing_entity_id, disputing_entity_name: nameOf(disputing_entity_id) },
      })}
    />
  );
}
