import type { Template } from '@ndx/catalog';
import { DomainError, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { Fault } from '../domain/fault.js';
import { furnishingNetwork, requireOwnName } from '../domain/furnishing-network.js';
import { templateCandidate } from '../domain/template-record.js';
import { ExamineRecords } from './examine-records.js';
import { StoreSubmission } from './store-submission.js';

/** `POST /api/templates/{template}/furnish` (contract 4.7, design 8): one record, or nothing. */
@Injectable()
export class FurnishTemplate {
  constructor(
    private readonly examineRecords: ExamineRecords,
    private readonly storeSubmission: StoreSubmission,
  ) {}

  /**
   * @param request of the template's furnish shape
   * @param namedNetwork the network in the header, if any
   * @throws PERMISSION_DENIED, VALIDATION_ERROR with every reason for rejection, OPERATION_FAILED
   */
  async furnish(
    principal: Principal,
    template: Template,
    request: Readonly<Record<string, unknown>>,
    namedNetwork: string | undefined,
  ): Promise<void> {
    requireOwnName(principal, request['network_furnisher_id']);
    const networkId = furnishingNetwork(principal, namedNetwork);
    const now = new Date();
    const read = [{ value: templateCandidate(template, request) }];
    const examined = await this.examineRecords.examine(principal, networkId, read, now);
    const accepted = examined.map((outcome) => {
      if ('faults' in outcome) throw refusal(outcome.faults);
      return { ...outcome.value, position: 0 };
    });
    const submission = {
      dataset: template,
      networkId,
      programName: null,
      applicationDate: null,
      recordCount: 1,
    };
    await this.storeSubmission.store(principal, submission, accepted, now);
  }
}

function refusal(faults: readonly Fault[]): DomainError {
  const detail = faults[0]?.detail ?? 'the record is refused';
  return new DomainError('VALIDATION_ERROR', detail, {
    ...(faults.length > 1 && { errors: faults }),
  });
}
