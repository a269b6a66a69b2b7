import type { BusinessSearchResult, ConsumerSearchResult, NdxClient } from '@ndx/client';
import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import type { Total } from '../parts/extent.js';
import { useSession } from '../session/session.js';
import type { SubjectKind } from './subject-kind.js';
import type { PublicCriteria } from './subject-search.js';

/** The subjects of a page (contract 4.2). */
const PAGE = 100;
const SUBJECTS = 'subjects';

/** A found subject in the form that the list shows for both kinds. */
export interface FoundSubject {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** The last digits of the EIN; null for consumers, whose SSN no search returns. */
  readonly einLastFour: string | null;
  /** The date of incorporation or of birth. */
  readonly date: string | null;
  readonly createdAt: string;
}

/** The criteria of one search; the secret ones are not in the address. */
export interface Criteria extends PublicCriteria {
  readonly federal_ein?: number;
  readonly social_security_number?: string;
  readonly business_id?: string;
  readonly consumer_id?: string;
}

/** The subjects that meet the criteria, newest first. */
export function useSubjects(networkId: string, kind: SubjectKind, criteria: Criteria) {
  const { ndx } = useApi();
  return useInfiniteQuery(subjectsQuery(ndx, networkId, kind, criteria));
}

/** How many there are; asked only where a page does not show it, because a count is an entry of the audit log. */
export function useSubjectCount(
  networkId: string,
  kind: SubjectKind,
  criteria: Criteria,
  enabled: boolean,
): Total | undefined {
  const { ndx } = useApi();
  const { data } = useQuery({
    queryKey: ['subject-count', networkId, kind, criteria],
    queryFn: async () => {
      const query = { ...criteria, network_id: networkId };
      return kind === 'business'
        ? (await ndx.countBusinesses({ query })).data
        : (await ndx.countConsumers({ query })).data;
    },
    enabled,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  return data;
}

interface SubjectPlace {
  /** The last subject of the page before; absent for the first page. */
  readonly after?: string | undefined;
  readonly signal?: AbortSignal;
}

async function subjectPage(
  ndx: NdxClient,
  networkId: string,
  kind: SubjectKind,
  criteria: Criteria,
  { after, signal }: SubjectPlace,
): Promise<readonly FoundSubject[]> {
  const place = after === undefined ? {} : { after };
  const query = { ...criteria, ...place, network_id: networkId, limit: PAGE };
  const request = { query, ...(signal && { signal }) };
  return kind === 'business'
    ? (await ndx.searchBusinesses(request)).data.map(ofBusiness)
    : (await ndx.searchConsumers(request)).data.map(ofConsumer);
}

/** Every subject that meets the criteria, newest first; each page is an entry of the audit log. */
export async function* eachSubject(
  ndx: NdxClient,
  networkId: string,
  kind: SubjectKind,
  criteria: Criteria,
  signal: AbortSignal,
): AsyncGenerator<FoundSubject> {
  for (let after: string | undefined; ;) {
    const page = await subjectPage(ndx, networkId, kind, criteria, { after, signal });
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.id;
  }
}

/** Each page is an entry of the audit log, so it is not repeated by itself. */
export function subjectsQuery(
  ndx: NdxClient,
  networkId: string,
  kind: SubjectKind,
  criteria: Criteria,
) {
  return infiniteQueryOptions({
    queryKey: [SUBJECTS, networkId, kind, criteria],
    queryFn: ({ pageParam: after }) => subjectPage(ndx, networkId, kind, criteria, { after }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    select: ({ pages }: InfiniteData<readonly FoundSubject[]>) => ({
      items: pages.flat(),
      isLastEmpty: pages.at(-1)?.length === 0,
    }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

/**
 * A subject that an earlier search found, otherwise by a search for its id: that is an entry of the
 * audit log, too. Null when the search does not list it for the institution.
 */
export function useSubject(networkId: string, kind: SubjectKind, id: string) {
  const { ndx } = useApi();
  const { may } = useSession();
  const known = useKnownSubject(networkId, id);
  const searched = useInfiniteQuery({
    ...subjectsQuery(ndx, networkId, kind, idCriterion(kind, id)),
    enabled: known === undefined && may('entity:search'),
  });
  if (known !== undefined || searched.data === undefined) return known;
  return searched.data.items[0] ?? null;
}

/** A subject that an earlier search found. */
export function useKnownSubject(networkId: string, id: string): FoundSubject | undefined {
  return useQueryClient()
    .getQueriesData<InfiniteData<readonly FoundSubject[]>>({ queryKey: [SUBJECTS, networkId] })
    .flatMap(([, found]) => found?.pages.flat() ?? [])
    .find((subject) => subject.id === id);
}

/** The criterion of a search for one subject. */
export function idCriterion(kind: SubjectKind, id: string): Criteria {
  return kind === 'business' ? { business_id: id } : { consumer_id: id };
}

function ofBusiness(found: BusinessSearchResult): FoundSubject {
  return {
    id: found.id,
    name: found.business_legal_name ?? found.business_dba_name ?? found.identifier,
    email: found.business_email,
    einLastFour: found.federal_ein_last_four,
    date: found.business_date_of_incorporation,
    createdAt: found.created_at,
  };
}

function ofConsumer(found: ConsumerSearchResult): FoundSubject {
  return {
    id: found.id,
    name: `${found.first_name} ${found.last_name}`,
    email: found.personal_email === '' ? null : found.personal_email,
    einLastFour: null,
    date: found.date_of_birth,
    createdAt: found.created_at,
  };
}
