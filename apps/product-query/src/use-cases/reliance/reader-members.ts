import { readFile } from 'node:fs/promises';
import { sealedFieldsOf, templateBySlug } from '@ndx/catalog';
import type { QueryEvent } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { Decision } from '../../domain/decision/decision.js';
import { appliedTerms, usedRecords } from '../../domain/explanation/evidence.js';
import type { ExplanationReader } from '../../domain/explanation/explanation-reader.js';
import type { RecordUses } from '../../domain/explanation/record-uses.js';
import { outputsBeyond } from '../../domain/reliance/assemble.js';
import { policyFile } from '../../domain/reliance/policy-file.js';
import { ASSEMBLY_MODULE } from '../../served-files.js';
import type { DecidedQuery } from '../../storage/decision-repository.js';
import type { AnswerInputs } from './answer-inputs.js';
import { textsOf, type Contents } from './contents.js';
import { RecordMembers } from './record-members.js';

export type RecordedDecision = DecidedQuery & { readonly decision: Decision };

/** The uses of a furnisher's records in a network. */
export type NetworkUses = RecordUses & { readonly networkId: string };

/** The members of a reliance file for each kind of reader. */
@Injectable()
export class ReaderMembers {
  constructor(private readonly records: RecordMembers) {}

  /** The institution that queried: the answer, and everything from which it is assembled again. */
  async ofQuerier(query: RecordedDecision, inputs: AnswerInputs): Promise<Contents> {
    const { event } = query;
    const { answer, decision, records } = inputs;
    const contents = {
      'event.json': event,
      'decision.json': decision,
      'policy.json': policyFile(query, () => true),
      'consent.json': { consents: query.decision.consents ?? [] },
      ...(answer !== undefined && { 'answer.json': answer }),
      ...this.records.ofRecords(event, records, ({ isVisible }) => isVisible),
      ...(await this.records.ofAttestations(decision.ids)),
      'assembly.mjs': await readFile(ASSEMBLY_MODULE, 'utf8'),
    };
    if (answer === undefined || !decision.template) return contents;
    const computed = outputsBeyond(textsOf(contents), answer);
    return { ...contents, 'decision.json': { ...decision, computed } };
  }

  /** A governor: what its policies did, and the used records without a value. */
  async ofGovernor(
    query: RecordedDecision,
    reader: ExplanationReader,
    inputs: AnswerInputs,
  ): Promise<Contents> {
    const used = usedRecords(query, reader);
    const ids = new Set(used.map(({ recordId }) => recordId));
    const records = inputs.records.filter(({ recordId }) => ids.has(recordId));
    return {
      'decision.json': {
        networks: appliedTerms(query, reader).map((terms) => ({
          network_id: terms.networkId,
          policy_id: terms.policyId,
          policy_version: terms.policyVersion,
          consent_id: terms.consentId,
          consent_revision: terms.consentRevision,
        })),
        records: used.map((record) => ({
          record_id: record.recordId,
          model: record.model,
          network_id: record.networkId,
          furnishing_entity_id: record.furnishingEntityId,
          attestation_id: record.attestationId,
        })),
      },
      'policy.json': policyFile(query, (id) => reader.seesNetwork(id)),
      ...this.records.ofRecords(query.event, records, () => false),
      ...(await this.records.ofAttestations(
        used.flatMap(({ attestationId }) => attestationId ?? []),
      )),
    };
  }

  /**
   * A furnisher: its records that the answer used, and those that a policy excluded; neither the
   * querying institution nor the subject.
   * @param uses at least one
   */
  ofFurnisher(
    query: RecordedDecision,
    uses: readonly NetworkUses[],
    inputs: AnswerInputs,
  ): Contents {
    const { event } = query;
    const networkIds = new Set(uses.map(({ networkId }) => networkId));
    const used = new Set(
      uses.flatMap(({ records }) =>
        records.flatMap(({ verdict, recordId }) => (verdict === 'chosen' ? [recordId] : [])),
      ),
    );
    const own = inputs.records.filter(({ recordId }) => used.has(recordId));
    return {
      'event.json': ownEvent(event),
      'decision.json': { networks: uses.map(toUses) },
      'policy.json': policyFile(query, (id) => networkIds.has(id)),
      ...this.records.ofRecords(event, own, ({ model, field }) => !isSealed(model, field)),
    };
  }
}

/** The members of an event that a furnisher sees at `GET /v1/record-uses`. */
function ownEvent({ query_event_id, occurred_at, product_slug }: QueryEvent) {
  return { query_event_id, occurred_at, product_slug };
}

function toUses({ networkId, policyId, policyVersion, records }: NetworkUses) {
  return {
    network_id: networkId,
    policy_id: policyId,
    policy_version: policyVersion,
    records: records.map((record) => ({
      record_id: record.recordId,
      model: record.model,
      field: record.field,
      policy_id: record.policyId,
      policy_version: record.policyVersion,
      code: record.verdict,
      explanation: record.sentence,
    })),
  };
}

function isSealed(dataset: string, field: string): boolean {
  const template = templateBySlug(dataset);
  return template !== undefined && sealedFieldsOf(template).includes(field);
}
