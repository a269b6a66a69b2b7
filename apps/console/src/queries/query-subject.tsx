import type { QueryEvent } from '@ndx/client';
import { SubjectLink } from '../compliance/subject-link.js';
import { inWords } from '../parts/words.js';

/** The subject of a query, in the first network that the event shows to the reader. */
export function QuerySubject({ event }: { readonly event: QueryEvent }) {
  const { subject_type: kind, subject_id: id, network_ids } = event;
  const [networkId] = network_ids;
  if (id === null || networkId === undefined) return inWords(kind);
  return <SubjectLink {...{ networkId, kind, id }} />;
}
