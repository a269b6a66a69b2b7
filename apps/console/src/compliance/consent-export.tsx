import { eachItem } from '@ndx/client';
import { useApi } from '../app/api.js';
import { ListExport } from '../parts/list-export.js';
import { useNames } from '../parts/names.js';
import type { Interval } from '../parts/periods.js';
import { useReadSubjectNames } from '../parts/subject-names.js';
import { useSession } from '../session/session.js';
import type { CONSENT_STATUSES } from './consent-search.js';
import { subjectOf, type Consent } from './consents.js';
import { furnisherInWords } from './grant-table.js';
import type { SubjectKind } from './subject-kind.js';

/** Consents of a request. */
const PAGE = 100;

interface ConsentExportProps {
  readonly kind: SubjectKind;
  /** The filters of the list. */
  readonly query: {
    readonly network_id: string;
    readonly subject_id?: string;
    readonly status?: (typeof CONSENT_STATUSES)[number];
    readonly expires_before?: string;
  };
  /** Absent for all time. */
  readonly interval?: () => Interval;
}

/** Saves the listed consents, the oldest first, with the names of subjects, and of furnishers in their grants. */
export function ConsentExport({ kind, query, ...window }: ConsentExportProps) {
  const { ndx } = useApi();
  const { caller } = useSession();
  const { network_id, ...filters } = query;
  const nameOf = useNames([network_id]);
  const readNames = useReadSubjectNames();
  return (
    <ListExport<Consent>
      name="consents"
      about={{
        network: nameOf(network_id),
        institution: caller.institution_name,
        filter: JSON.stringify({ kind, ...filters }),
      }}
      {...window}
      read={(period, signal) => {
        const request = { query: { ...query, ...period, limit: PAGE }, signal };
        return kind === 'business'
          ? eachItem(ndx.listBusinessConsents, request)
          : eachItem(ndx.listConsumerConsents, request);
      }}
      namesOf={(consents) =>
        readNames(consents.map((one) => ({ networkId: network_id, kind, id: subjectOf(one) })))
      }
      rowOf={({ field_access_grants: grants, ...members }, names) => ({
        ...members,
        ...('business_id' in members
          ? { business_name: names.get(members.business_id) ?? null }
          : { consumer_name: names.get(members.consumer_id) ?? null }),
        field_access_grants: grants.map(({ furnishing_entity_id: id, ...grant }) => ({
          ...{ furnishing_entity_id: id, furnisher: furnisherInWords(id, nameOf) },
          ...grant,
        })),
      })}
    />
  );
}
