import type { Product } from '@ndx/catalog';
import { requireRole, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { Candidate } from '../domain/candidate.js';
import type { Fault, Outcome } from '../domain/fault.js';
import type { Request } from '../domain/furnished-record.js';
import { ExamineRecords } from './examine-records.js';
import { StoreSubmission } from './store-submission.js';

/** The result of one record of a submission. */
export interface RecordResult {
  readonly subjectId: string | null;
  /** Null when it was rejected. */
  readonly recordId: string | null;
  readonly faults: readonly Fault[];
}

export interface SubmissionResult {
  readonly submissionId: string;
  readonly results: readonly RecordResult[];
}

type ProductRequest = Omit<Request, 'dataset' | 'recordCount'>;

/** `POST /v1/products/{product}/furnish` (design 8): invalid records do not affect the others. */
@Injectable()
export class FurnishProduct {
  constructor(
    private readonly examineRecords: ExamineRecords,
    private readonly storeSubmission: StoreSubmission,
  ) {}

  /** @throws PERMISSION_DENIED unless the caller is a furnisher in the network; OPERATION_FAILED */
  async furnish(
    principal: Principal,
    product: Product,
    request: ProductRequest,
    read: readonly Outcome<Candidate>[],
  ): Promise<SubmissionResult> {
    requireRole(principal, request.networkId, 'furnisher');
    const now = new Date();
    const outcomes = await this.examineRecords.examine(principal, request.networkId, read, now);
    const { submission, records } = await this.storeSubmission.store(
      principal,
      { ...request, dataset: product, recordCount: read.length },
      outcomes.flatMap((outcome, position) =>
        'value' in outcome ? { ...outcome.value, position } : [],
      ),
      now,
    );
    const stored = new Map(records.map((record) => [record.position, record]));
    return {
      submissionId: submission.id,
      results: outcomes.map((outcome, position) => ({
        subjectId: stored.get(position)?.subjectId ?? null,
        recordId: stored.get(position)?.id ?? null,
        faults: 'faults' in outcome ? outcome.faults : [],
      })),
    };
  }
}
