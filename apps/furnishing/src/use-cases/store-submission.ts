import { RecordFurnished, newId, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { CONFIG, type ServiceConfig } from '@ndx/service';
import { Sealer } from '@ndx/sealing';
import { Inject, Injectable } from '@nestjs/common';
import { sealedModels, statedBusinessOf } from '../domain/candidate.js';
import {
  recordFurnished,
  submit,
  type Accepted,
  type FurnishedRecord,
  type Request,
  type Submission,
} from '../domain/furnished-record.js';
import { DocumentReferences } from '../storage/document-references.js';
import { SubmissionRepository } from '../storage/submission-repository.js';
import { CorrectRecords } from './correct-records.js';

/** An accepted record's index in the request. */
export type Placed = Accepted & { readonly position: number };

/** Stores a submission with its accepted records, and publishes an event for each. */
@Injectable()
export class StoreSubmission {
  private readonly sealer: Sealer;

  constructor(
    @Inject(CONFIG) config: ServiceConfig,
    private readonly transactions: Transactions,
    private readonly submissions: SubmissionRepository,
    private readonly corrections: CorrectRecords,
    private readonly documents: DocumentReferences,
  ) {
    this.sealer = new Sealer(config.SEALING_KEYS);
  }

  /** @throws RESOURCE_CONFLICT when a record that another one corrects has ended meanwhile */
  async store(
    principal: Principal,
    request: Request,
    accepted: readonly Placed[],
    now: Date,
  ): Promise<{ readonly submission: Submission; readonly records: readonly FurnishedRecord[] }> {
    const submission = submit(principal, request, now);
    const records = accepted.map((record) => this.recordFrom(record));
    await this.transactions.run(async (tx) => {
      await this.submissions.add(tx.manager, submission, records);
      await this.documents.reference(tx.manager, accepted, records);
      const others = records.filter(({ corrects }) => corrects === null);
      for (const record of others) tx.publish(RecordFurnished, recordFurnished(submission, record));
      await this.corrections.correct(tx, principal, records, now);
    });
    return { submission, records };
  }

  private recordFrom({ candidate, subjectId, statedLegalName, position }: Placed): FurnishedRecord {
    return {
      id: newId(),
      position,
      subjectType: candidate.subject.kind,
      subjectId,
      statedBusiness: statedBusinessOf(candidate, statedLegalName),
      corrects: candidate.corrects,
      models: sealedModels(candidate, (plain) => this.sealer.seal(plain)),
    };
  }
}
