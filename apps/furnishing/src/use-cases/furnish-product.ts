import type { Product } from '@ndx/catalog';
import { requireRole, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { Candidate } from '../domain/candidate.js';
import type { Fault, Outcome } from '../domain/fault.js';
import type { Request } from '../domain/furnished-record.js';
import { ExamineRecords, type Examined } from './examine-records.js';
import { StoreSubmission } from './store-submission.js';

/** The result of one record of a submission. */
export interface RecordResult {
  readonly subjectId: string | null;
  /** Null when it was rejected, and for a dry run. */
  readonly recordId: string | null;
  readonly faults: readonly Fault[];
}

export interface SubmissionResult {
  /** Null for a dry run. */
  readonly submissionId: string | null;
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
    const examined = { networkId: request.networkId, read };
    const outcomes = await this.examineRecords.examine(principal, examined, now);
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

  /**
   * The result that `furnish` would have now, without ids; stores nothing (decision 0079).
   * @throws PERMISSION_DENIED unless the caller is a furnisher in the network; OPERATION_FAILED
   */
  async check(principal: Principal, examined: Examined): Promise<SubmissionResult> {
    requireRole(principal, examined.networkId, 'furnisher');
    const faults = await this.examineRecords.check(principal, examined, new Date());
    return {
      submissionId: null,
      results: faults.map((each) => ({ subjectId: null, recordId: null, faults: each })),
    };
  }
}
