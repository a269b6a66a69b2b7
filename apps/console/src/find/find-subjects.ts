import type { NdxClient } from '@ndx/client';
import type { QueryClient } from '@tanstack/react-query';
import type { SubjectKind } from '../compliance/subject-kind.js';
import {
  idCriterion,
  subjectsQuery,
  type Criteria,
  type FoundSubject,
} from '../compliance/use-subjects.js';
import { inWords } from '../parts/words.js';
import type { Found } from './found.js';

interface SearchedBy {
  readonly ndx: NdxClient;
  readonly client: QueryClient;
  readonly networkId: string;
}

/** The subjects that a search lists for the reader. */
export async function findSubjects(
  { ndx, client, networkId }: SearchedBy,
  kind: SubjectKind,
  criteria: Criteria,
): Promise<readonly Found[]> {
  const found = await client.infiniteQuery(subjectsQuery(ndx, networkId, kind, criteria));
  return found.items.map((subject) => pageOf(kind, subject));
}

/** The subject with an id, of either kind. */
export async function subjectById(by: SearchedBy, id: string): Promise<readonly Found[]> {
  const businesses = await findSubjects(by, 'business', idCriterion('business', id));
  if (businesses.length > 0) return businesses;
  return findSubjects(by, 'consumer', idCriterion('consumer', id));
}

function pageOf(kind: SubjectKind, { id, name, email }: FoundSubject): Found {
  return {
    ...{ key: id, kind: inWords(kind), label: name },
    ...(email !== null && { detail: email }),
    link: { to: '/subjects/$kind/$subjectId', params: { kind, subjectId: id } },
  };
}
