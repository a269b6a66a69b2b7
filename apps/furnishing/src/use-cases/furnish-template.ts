import type { Template } from '@ndx/catalog';
import { DomainError, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { Fault } from '../domain/fault.js';
import { furnishingNetwork, requireOwnName } from '../domain/furnishing-network.js';
import { templateCandidate } from '../domain/template-record.js';
import { ExamineRecords, type Examined } from './examine-records.js';
import { StoreSubmission } from './store-submission.js';

/** A request of the template's furnish shape. */
export interface TemplateRequest {
  readonly body: Readonly<Record<string, unknown>>;
  /** The network in the header, if any. */
  readonly namedNetwork: string | undefined;
}

/** `POST /api/templates/{template}/furnish` (contract 4.7, design 8): one record, or nothing. */
@Injectable()
export class FurnishTemplate {
  constructor(
    private readonly examineRecords: ExamineRecords,
    private readonly storeSubmission: StoreSubmission,
  ) {}

  /**
   * @throws PERMISSION_DENIED, VALIDATION_ERROR with every reason for rejection, OPERATION_FAILED
   */
  async furnish(principal: Principal, template: Template, request: TemplateRequest): Promise<void> {
    const now = new Date();
    const examined = examinedOf(principal, template, request);
    const outcomes = await this.examineRecords.examine(principal, examined, now);
    const accepted = outcomes.map((outcome) => {
      if ('faults' in outcome) throw refusal(outcome.faults);
      return { ...outcome.value, position: 0 };
    });
    const submission = {
      dataset: template,
      networkId: examined.networkId,
      programName: null,
      applicationDate: null,
      recordCount: 1,
    };
    await this.storeSubmission.store(principal, submission, accepted, now);
  }

  /** Throws what `furnish` would throw now; stores nothing (decision 0079). */
  async check(principal: Principal, template: Template, request: TemplateRequest): Promise<void> {
    const examined = examinedOf(principal, template, request);
    const [faults = []] = await this.examineRecords.check(principal, examined, new Date());
    if (faults.length > 0) throw refusal(faults);
  }
}

/** @throws PERMISSION_DENIED, VALIDATION_ERROR */
function examinedOf(
  principal: Principal,
  template: Template,
  { body, namedNetwork }: TemplateRequest,
): Examined {
  requireOwnName(principal, body['network_furnisher_id']);
  const networkId = furnishingNetwork(principal, namedNetwork);
  return { networkId, read: [{ value: templateCandidate(template, body) }] };
}

function refusal(faults: readonly Fault[]): DomainError {
  const detail = faults[0]?.detail ?? 'the record is refused';
  return new DomainError('records_rejected', detail, {
    errors: faults,
  });
}
