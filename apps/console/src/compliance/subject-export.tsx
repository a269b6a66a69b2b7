import type { Network } from '@ndx/client';
import { useApi } from '../app/api.js';
import { ListExport } from '../parts/list-export.js';
import { useSession } from '../session/session.js';
import type { SubjectKind } from './subject-kind.js';
import type { PublicCriteria } from './subject-search.js';
import { eachSubject, type Criteria } from './use-subjects.js';

interface SubjectExportProps {
  readonly network: Network;
  readonly kind: SubjectKind;
  /** Those of the address, which the file states. */
  readonly criteria: PublicCriteria;
  /** Those of the search; the values of an EIN or SSN are not in the file. */
  readonly all: Criteria;
}

/** Saves the subjects that a search finds, the newest first. */
export function SubjectExport({ network, kind, criteria, all }: SubjectExportProps) {
  const { ndx } = useApi();
  const { caller } = useSession();
  const secret = Object.keys(all).filter((name) => !(name in criteria));
  return (
    <ListExport
      name={kind === 'business' ? 'businesses' : 'consumers'}
      about={{
        network: network.name,
        institution: caller.institution_name,
        filter: JSON.stringify({
          ...{ kind, ...criteria },
          ...Object.fromEntries(secret.map((name) => [name, 'not saved'])),
        }),
      }}
      read={(_, signal) => eachSubject(ndx, network.network_id, kind, all, signal)}
      rowOf={({ id, name, email, einLastFour, date, createdAt }) => ({
        ...{ id, name, email },
        ...(kind === 'business'
          ? { federal_ein_last_four: einLastFour, business_date_of_incorporation: date }
          : { date_of_birth: date }),
        created_at: createdAt,
      })}
    />
  );
}
