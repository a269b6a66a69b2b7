import type { QueryEvent } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { RecordFile } from '../../domain/reliance/member-shapes.js';
import type { ShownRecord, ShownValue } from '../../domain/reliance/shown-record.js';
import { AttestationReader } from '../../storage/attestation-reader.js';
import type { Contents } from './contents.js';
import { SaltedCommitments } from './salted-commitments.js';

/** The members about records and attestations. */
@Injectable()
export class RecordMembers {
  constructor(
    private readonly attestations: AttestationReader,
    private readonly commitments: SaltedCommitments,
  ) {}

  /** @param isVisible whether the reader of the file may have a value */
  ofRecords(
    event: Pick<QueryEvent, 'query_event_id'>,
    records: readonly ShownRecord[],
    isVisible: (value: ShownValue) => boolean,
  ): Contents {
    return Object.fromEntries(
      records.map((record) => [
        `records/${record.recordId}.json`,
        this.recordFile(event, record, isVisible),
      ]),
    );
  }

  /** @param ids of attestations, among others */
  async ofAttestations(ids: readonly string[]): Promise<Contents> {
    const made = await this.attestations.of(ids);
    return Object.fromEntries(made.map((one) => [`attestations/${one.attestation_id}.json`, one]));
  }

  private recordFile(
    { query_event_id: id }: Pick<QueryEvent, 'query_event_id'>,
    { recordId, networkId, furnishingEntityId, values }: ShownRecord,
    isVisible: (value: ShownValue) => boolean,
  ): RecordFile {
    return {
      record_id: recordId,
      network_id: networkId,
      furnishing_entity_id: furnishingEntityId,
      fields: values.map((one) => {
        const { model, field, value } = one;
        const json = JSON.stringify(value);
        const { salt, sha256 } = this.commitments.to(id, `${recordId}/${model}/${field}`, json);
        return { model, field, sha256, ...(isVisible(one) && { salt, json }) };
      }),
    };
  }
}
