import { readFile } from 'node:fs/promises';
import type { QueryEvent } from '@ndx/contracts';
import { canonicalJson } from '@ndx/proof';
import { Injectable } from '@nestjs/common';
import type { Decision } from '../../domain/decision/decision.js';
import { outputsBeyond } from '../../domain/reliance/assemble.js';
import { policyFile } from '../../domain/reliance/policy-file.js';
import type { RecordFile } from '../../domain/reliance/member-shapes.js';
import type { ShownRecord } from '../../domain/reliance/shown-record.js';
import { ASSEMBLY_MODULE } from '../../served-files.js';
import { AttestationReader } from '../../storage/attestation-reader.js';
import type { DecidedQuery } from '../../storage/decision-repository.js';
import { CollectAnswerInputs } from './answer-inputs.js';
import { SaltedCommitments } from './salted-commitments.js';

/** The contents of members by path: a text as it is, or an object to write as JSON. */
export type Contents = Readonly<Record<string, object | string>>;

/** The texts of members. */
export function textsOf(contents: Contents): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(contents).map(([path, content]) => [
      path,
      typeof content === 'string' ? content : canonicalJson(content),
    ]),
  );
}

/** The members of a file for the institution that queried: with them the answer is assembled again. */
@Injectable()
export class AnswerMembers {
  constructor(
    private readonly inputs: CollectAnswerInputs,
    private readonly attestations: AttestationReader,
    private readonly commitments: SaltedCommitments,
  ) {}

  /** @throws OPERATION_FAILED */
  async of(
    query: DecidedQuery & { readonly decision: Decision },
  ): Promise<{ readonly answer: string | undefined; readonly members: Contents }> {
    const { event } = query;
    const { answer, decision, records } = await this.inputs.of(query);
    const attestations = await this.attestations.of(decision.ids);
    const contents = {
      'event.json': event,
      'decision.json': decision,
      'policy.json': policyFile(query, () => true),
      'consent.json': { consents: query.decision.consents ?? [] },
      ...(answer !== undefined && { 'answer.json': answer }),
      ...byPath(
        records,
        ({ recordId }) => `records/${recordId}.json`,
        (record) => this.recordFile(event, record),
      ),
      ...byPath(
        attestations,
        (made) => `attestations/${made.attestation_id}.json`,
        (made) => made,
      ),
      'assembly.mjs': await readFile(ASSEMBLY_MODULE, 'utf8'),
    };
    if (answer === undefined || !decision.template) return { answer, members: contents };
    const computed = outputsBeyond(textsOf(contents), answer);
    return { answer, members: { ...contents, 'decision.json': { ...decision, computed } } };
  }

  private recordFile({ query_event_id: id }: QueryEvent, record: ShownRecord): RecordFile {
    const { recordId, networkId, furnishingEntityId, values } = record;
    return {
      record_id: recordId,
      network_id: networkId,
      furnishing_entity_id: furnishingEntityId,
      fields: values.map(({ model, field, value, isVisible }) => {
        const json = JSON.stringify(value);
        const { salt, sha256 } = this.commitments.to(id, `${recordId}/${model}/${field}`, json);
        return { model, field, sha256, ...(isVisible && { salt, json }) };
      }),
    };
  }
}

function byPath<T>(
  items: readonly T[],
  pathOf: (item: T) => string,
  contentOf: (item: T) => object,
): Contents {
  return Object.fromEntries(items.map((item) => [pathOf(item), contentOf(item)]));
}
