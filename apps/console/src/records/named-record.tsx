import { useRead } from '../app/reads.js';
import { useSubjectNames } from '../parts/subject-names.js';
import { useSession } from '../session/session.js';
import { RecordLink } from './record-link.js';

/** A record of the institution by its subject, where the reader may know the name. */
export function NamedRecord({ id }: { readonly id: string }) {
  const { may } = useSession();
  const { data: record } = useRead(
    'readRecord',
    { path: { record_id: id } },
    { staleTime: 'static', enabled: may('network:read') && may('entity:search') },
  );
  const names = useSubjectNames(
    record?.network_id ?? '',
    record?.subject_type ?? 'business',
    record ? [record.subject_id] : [],
  );
  const name = record && names.get(record.subject_id);
  return <RecordLink id={id} name={name === undefined ? 'Record' : `Record of ${name}`} />;
}
