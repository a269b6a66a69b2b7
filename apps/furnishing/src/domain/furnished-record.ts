import { newId, type PayloadOf, type Principal, type RecordFurnished } from '@ndx/contracts';
import type { Dataset, StoredModels } from '@ndx/catalog';
import type { Candidate } from './candidate.js';

/** A candidate that is accepted, about a subject that the network knows. */
export interface Accepted {
  readonly candidate: Candidate;
  readonly subjectId: string;
}

/** What a furnish request says of itself. */
export interface Request {
  readonly dataset: Dataset;
  readonly networkId: string;
  readonly programName: string | null;
  /** `YYYY-MM-DD`. */
  readonly applicationDate: string | null;
  /** How many records it carries, the refused ones too. */
  readonly recordCount: number;
}

/** A furnish request that was answered (design 8). */
export interface Submission extends Request {
  readonly id: string;
  readonly furnishingEntityId: string;
  readonly accountId: string;
  readonly submittedAt: Date;
}

/** One accepted record. It is never changed: a later one about the same subject stands beside it. */
export interface FurnishedRecord {
  readonly id: string;
  /** Its place in the request, from 0. */
  readonly position: number;
  readonly subjectType: 'business' | 'consumer';
  readonly subjectId: string;
  /** Secrets are sealed. */
  readonly models: StoredModels;
}

export function submit(principal: Principal, request: Request, now: Date): Submission {
  return {
    ...request,
    id: newId(),
    furnishingEntityId: principal.entity_id,
    accountId: principal.account_id,
    submittedAt: now,
  };
}

/** What subscribers learn of a record: its data, never what named its subject (design 4). */
export function recordFurnished(
  submission: Submission,
  record: FurnishedRecord,
): PayloadOf<typeof RecordFurnished> {
  return {
    record_id: record.id,
    network_id: submission.networkId,
    dataset: submission.dataset.slug,
    subject_type: record.subjectType,
    subject_id: record.subjectId,
    furnishing_entity_id: submission.furnishingEntityId,
    furnished_at: submission.submittedAt.toISOString(),
    models: record.models,
  };
}
