import type { NdxClient } from '@ndx/client';
import type { LinkProps } from '@tanstack/react-router';
import { readPart, readWhole, type Part } from '../app/read-part.js';
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

/** A list of what happened, newest first. Its name and its request are the key of its cache. */
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

/** The changes of the institution's consents of a subject. */
export function consentsSource(
  kind: SubjectKind,
  query: { readonly network_id: string; readonly subject_id: string },
): TimelineSource {
  return whole('consents', { kind, ...query }, async (ndx, signal) => {
    const operations = CONSENTS[kind];
    const consents = await readWhole<Consent>((page) =>
      ndx[operations.list]({ query: { ...query, ...page }, signal }),
    );
    const histories = consents.map(({ consent_id: consentId }) => {
      const params = { kind, subjectId: query.subject_id, consentId };
      const link = { to: '/subjects/$kind/$subjectId/consents/$consentId', params } as const;
      const consent = { operations, consentId, networkId: query.network_id };
      return historyOf(ndx, consent, signal, link);
    });
    return (await Promise.all(histories)).flat();
  });
}

/** The records about a subject, and their disputes: of all furnishers for a governor, otherwise one's own. */
export function recordsSource(query: {
  readonly network_id: string;
  readonly subject_id: string;
}): TimelineSource {
  return whole('records', query, async (ndx, signal) => {
    const { subject_id } = query;
    const [records, disputes] = await Promise.all([
      readWhole((page) => ndx.listRecords({ query: { ...query, ...page }, signal })),
      readWhole((page) => ndx.listDisputes({ query: { subject_id, ...page }, signal })),
    ]);
    return [...records.flatMap(entriesOfRecord), ...disputes.flatMap(entriesOfDispute)];
  });
}

/** One record and its disputes. */
export function recordSource(recordId: string): TimelineSource {
  return whole('record', { recordId }, async (ndx, signal) => {
    const record = { record_id: recordId };
    const [{ data }, disputes] = await Promise.all([
      ndx.readRecord({ path: record, signal }),
      readWhole((page) => ndx.listDisputes({ query: { ...record, ...page }, signal })),
    ]);
    return [...entriesOfRecord(data), ...disputes.flatMap(entriesOfDispute)];
  });
}

/** The uses of a record of the institution, among those of all its records. */
export function usesSource(
  networkId: string,
  recordId: string,
  furnishedAt: string,
): TimelineSource {
  const filters = { network_id: networkId, from: furnishedAt, order: 'newest_first' } as const;
  return {
    name: 'uses',
    about: { ...filters, recordId },
    read: async (ndx, cursor, signal) => {
      const part = await readPart(
        (page) => ndx.listRecordUses({ query: { ...filters, ...page }, signal }),
        cursor,
        { isSearched: true },
      );
      return { ...part, items: part.items.flatMap((uses) => entriesOfUse(uses, recordId)) };
    },
  };
}

/** The attestations of the institution. */
export function attestationsSource(): TimelineSource {
  return whole('attestations', {}, async (ndx, signal) => {
    const attestations = await readWhole((page) => ndx.listAttestations({ query: page, signal }));
    return attestations.map(entryOfAttestation);
  });
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

/** A list that is read to its end: it is short, or not in the order of what happened. */
function whole(
  name: string,
  about: object,
  read: (ndx: NdxClient, signal: AbortSignal) => Promise<readonly TimelineEntry[]>,
): TimelineSource {
  return {
    name,
    about,
    read: async (ndx, _, signal) => {
      const items = [...(await read(ndx, signal))];
      items.sort((a, b) => (a.occurred_at < b.occurred_at ? 1 : -1));
      return { items, next: undefined };
    },
  };
}
