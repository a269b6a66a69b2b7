import type { NdxClient } from '@ndx/client';
import type { QueryClient } from '@tanstack/react-query';
import { SUBJECT_QUERIES } from '../compliance/subject-search.js';
import type { SubjectKind } from '../compliance/subject-kind.js';
import {
  idCriterion,
  subjectsQuery,
  type Criteria,
  type FoundSubject,
} from '../compliance/use-subjects.js';
import { inWords } from '../parts/words.js';
import { actionOn, type Found } from './found.js';

/** Subjects of which each has its actions; in a longer list they would hide the others. */
const MOST_WITH_ACTIONS = 3;

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
  const hasActions = kind === 'business' && found.items.length <= MOST_WITH_ACTIONS;
  return found.items.flatMap((subject) => [
    pageOf(kind, subject),
    ...(hasActions ? actionsOn(subject) : []),
  ]);
}

/** The subject with an id, of either kind. */
export async function subjectById(by: SearchedBy, id: string): Promise<readonly Found[]> {
  const businesses = await findSubjects(by, 'business', idCriterion('business', id));
  if (businesses.length > 0) return businesses;
  return findSubjects(by, 'consumer', idCriterion('consumer', id));
}

function actionsOn({ id, name }: FoundSubject): readonly Found[] {
  const act = actionOn.bind(undefined, { key: id });
  return [
    act(
      `Who read the data of ${name}`,
      {
        to: '/subjects/$kind/$subjectId',
        params: { kind: 'business', subjectId: id },
        hash: SUBJECT_QUERIES,
      },
      'billing:read',
    ),
    act(
      `Record a consent of ${name}…`,
      { to: '/consents', search: { action: 'record', business_legal_name: name } },
      'consent:read',
      'consent:write',
    ),
    act(
      `Check what a query of ${name} would answer…`,
      { to: '/coverage', search: { subject: 'business', id } },
      'product:check',
    ),
  ];
}

function pageOf(kind: SubjectKind, { id, name, email }: FoundSubject): Found {
  return {
    ...{ key: id, kind: inWords(kind), label: name },
    ...(email !== null && { detail: email }),
    link: { to: '/subjects/$kind/$subjectId', params: { kind, subjectId: id } },
  };
}
