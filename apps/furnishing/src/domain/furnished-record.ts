import {
  newId,
  ownTime,
  type PayloadOf,
  type Principal,
  type RecordFurnished,
  type StatedBusiness,
} from '@ndx/contracts';
import type { Dataset, StoredModels } from '@ndx/catalog';
import type { Candidate } from './candidate.js';

/** An accepted candidate, about a subject of the network. */
export interface Accepted {
  readonly candidate: Candidate;
  readonly subjectId: string;
  /** The legal name of the business that the furnisher stated last, in this record or an earlier one. */
  readonly statedLegalName: string | null;
}

/** The data of a furnish request itself. */
export interface Request {
  readonly dataset: Dataset;
  readonly networkId: string;
  readonly programName: string | null;
  /** `YYYY-MM-DD`. */
  readonly applicationDate: string | null;
  /** The number of its records, including rejected ones. */
  readonly recordCount: number;
}

/** A completed furnish request (design 8). */
export interface Submission extends Request {
  readonly id: string;
  readonly furnishingEntityId: string;
  readonly accountId: string;
  readonly submittedAt: Date;
  /** The furnisher's own time, by which ages and attestations were judged (decision 0085). */
  readonly judgedAt: Date;
}

/**
 * One accepted record. It never changes: a later one about the same subject is stored beside it.
 */
export interface FurnishedRecord {
  readonly id: string;
  /** Its index in the request, from 0. */
  readonly position: number;
  readonly subjectType: 'business' | 'consumer';
  readonly subjectId: string;
  readonly statedBusiness: StatedBusiness | null;
  /** The record that it replaces. */
  readonly corrects: string | null;
  /** Secrets are encrypted. */
  readonly models: StoredModels;
}

export function submit(principal: Principal, request: Request, now: Date): Submission {
  return {
    ...request,
    id: newId(),
    furnishingEntityId: principal.entity_id,
    accountId: principal.account_id,
    submittedAt: now,
    judgedAt: ownTime(principal, now),
  };
}

/**
 * The payload for subscribers: the record's data, and of the identity fields of its subject only
 * the name and the registration of a business (design 4).
 */
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
    stated_business: record.statedBusiness,
    models: record.models,
  };
}
