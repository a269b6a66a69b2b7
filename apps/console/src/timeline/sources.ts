import type { NdxClient } from '@ndx/client';
import type { LinkProps } from '@tanstack/react-router';
import { readPart, readWhole, type ListPage, type PageQuery, type Part } from '../app/read-part.js';
import { CONSENTS, requestOf, type Consent, type ConsentRef } from '../compliance/consents.js';
import type { SubjectKind } from '../compliance/subject-kind.js';
import type { ServiceName } from '../operation/services.js';
import type { FeedQuery } from '../queries/use-queries.js';
import {
  entriesOfDispute,
  entriesOfRecord,
  entriesOfUse,
  entryOfAttestation,
  entryOfConsent,
  entryOfLog,
  entryOfQuery,
} from './entries.js';
import type { TimelineEntry } from './timeline-entry.js';

/**
 * A list of what happened: its parts are newest first, or by the objects that they are about, whose
 * later changes are in the part of the object. Its name and its request are the key of its cache.
 */
export interface TimelineSource {
  readonly name: string;
  readonly about: object;
  readonly read: (
    ndx: NdxClient,
    cursor: string | undefined,
    signal: AbortSignal,
  ) => Promise<Part<TimelineEntry>>;
}

/** Items of a part of one list. */
const PART = 30;

/** The queries that filters find: of all institutions for a governor, otherwise one's own. */
export function queriesSource(filters: FeedQuery): TimelineSource {
  return {
    name: 'queries',
    about: filters,
    read: async (ndx, cursor, signal) => {
      const part = await readPart(
        (page) => {
          const query = { ...filters, order: 'newest_first', ...page } as const;
          return ndx.listQueryEvents({ query, signal });
        },
        cursor,
        { limit: PART, isSearched: true },
      );
      return { ...part, items: part.items.map(entryOfQuery) };
    },
  };
}

/** The changes of one consent of the institution. */
export function consentSource(consent: ConsentRef): TimelineSource {
  return whole('consent', consent, (ndx, signal) => historyOf(ndx, consent, signal));
}

/** Consents of a part, of which each has a history. */
const CONSENTS_OF_PART = 10;

/** The changes of the institution's consents of a subject, by the creation of the consents. */
export function consentsSource(
  kind: SubjectKind,
  query: { readonly network_id: string; readonly subject_id: string },
): TimelineSource {
  const operations = CONSENTS[kind];
  return {
    name: 'consents',
    about: { kind, ...query },
    read: async (ndx, cursor, signal) => {
      const { items: consents, next } = await readPart<Consent>(
        (page) =>
          ndx[operations.list]({ query: { ...query, order: 'newest_first', ...page }, signal }),
        cursor,
        { limit: CONSENTS_OF_PART },
      );
      const histories = consents.map(({ consent_id: consentId }) => {
        const params = { kind, subjectId: query.subject_id, consentId };
        const link = { to: '/subjects/$kind/$subjectId/consents/$consentId', params } as const;
        const consent = { operations, consentId, networkId: query.network_id };
        return historyOf(ndx, consent, signal, link);
      });
      return { items: newestFirst((await Promise.all(histories)).flat()), next };
    },
  };
}

/** The records about a subject, by their furnishing: of all furnishers for a governor, otherwise one's own. */
export function recordsSource(about: {
  readonly network_id: string;
  readonly subject_id: string;
}): TimelineSource {
  return paged(
    'records',
    about,
    (ndx, page, signal) => ndx.listRecords({ query: { ...about, ...page }, signal }),
    entriesOfRecord,
  );
}

/** The disputes of a record, or of records about a subject, by their opening. */
export function disputesSource(
  about: { readonly record_id: string } | { readonly subject_id: string },
): TimelineSource {
  return paged(
    'disputes',
    about,
    (ndx, page, signal) =>
      ndx.listDisputes({ query: { ...about, order: 'newest_first', ...page }, signal }),
    entriesOfDispute,
  );
}

/** What its furnisher did with one record. */
export function recordSource(recordId: string): TimelineSource {
  return whole('record', { recordId }, async (ndx, signal) => {
    const { data } = await ndx.readRecord({ path: { record_id: recordId }, signal });
    return entriesOfRecord(data);
  });
}

/** The uses of a record of the institution. */
export function usesSource(
  networkId: string,
  recordId: string,
  furnishedAt: string,
): TimelineSource {
  const about = { network_id: networkId, record_id: recordId, from: furnishedAt } as const;
  return {
    name: 'uses',
    about,
    read: async (ndx, cursor, signal) => {
      const part = await readPart(
        (page) =>
          ndx.listRecordUses({ query: { ...about, order: 'newest_first', ...page }, signal }),
        cursor,
        { limit: PART, isSearched: true },
      );
      return { ...part, items: part.items.flatMap((uses) => entriesOfUse(uses, recordId)) };
    },
  };
}

/** The attestations of the institution. */
export function attestationsSource(): TimelineSource {
  return paged(
    'attestations',
    {},
    (ndx, page, signal) =>
      ndx.listAttestations({ query: { order: 'newest_first', ...page }, signal }),
    (attestation) => [entryOfAttestation(attestation)],
  );
}

async function historyOf(
  ndx: NdxClient,
  consent: ConsentRef,
  signal: AbortSignal,
  link?: LinkProps,
) {
  const request = requestOf(consent);
  const history = await readWhole((page) =>
    ndx[consent.operations.history]({
      ...request,
      query: { ...request.query, ...page },
      signal,
    }),
  );
  return history.map((event) => entryOfConsent(consent, event, link));
}

/** The entries of the audit log of a service that name a resource. */
export function auditSource(
  networkId: string,
  service: ServiceName,
  relatedId: string,
): TimelineSource {
  const path = { network_id: networkId, service };
  return {
    name: `${service} log`,
    about: { ...path, relatedId },
    read: async (ndx, cursor, signal) => {
      const part = await readPart(
        (page) =>
          ndx.listAuditLogEntries({ path, query: { related_id: relatedId, ...page }, signal }),
        cursor,
        { limit: PART, maxRequests: 2 },
      );
      return { ...part, items: part.items.map(entryOfLog) };
    },
  };
}

/** A list of objects, the newest first, each with what happened to it until now. */
function paged<Item>(
  name: string,
  about: object,
  read: (
    ndx: NdxClient,
    page: PageQuery,
    signal: AbortSignal,
  ) => Promise<{ readonly data: ListPage<Item> }>,
  entriesOf: (item: Item) => readonly TimelineEntry[],
): TimelineSource {
  return {
    name,
    about,
    read: async (ndx, cursor, signal) => {
      const part = await readPart((page) => read(ndx, page, signal), cursor, { limit: PART });
      return { ...part, items: newestFirst(part.items.flatMap(entriesOf)) };
    },
  };
}

/** What is read at once, because it is about one object. */
function whole(
  name: string,
  about: object,
  read: (ndx: NdxClient, signal: AbortSignal) => Promise<readonly TimelineEntry[]>,
): TimelineSource {
  return {
    name,
    about,
    read: async (ndx, _, signal) => ({
      items: newestFirst(await read(ndx, signal)),
      next: undefined,
    }),
  };
}

function newestFirst(entries: readonly TimelineEntry[]): readonly TimelineEntry[] {
  return entries.toSorted((a, b) => (a.occurred_at < b.occurred_at ? 1 : -1));
}
