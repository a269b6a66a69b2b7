import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** An attestation as it was made. */
export interface MadeAttestation {
  readonly attestation_id: string;
  readonly entity_id: string;
  readonly product_id: string;
  readonly created_at: string;
  readonly expires_at: string;
}

@Injectable()
export class AttestationReader {
  constructor(private readonly dataSource: DataSource) {}

  /** The attestations by their ids; unknown ones are omitted. */
  async of(attestationIds: readonly string[]): Promise<readonly MadeAttestation[]> {
    const rows = await this.dataSource.query<
      (Omit<MadeAttestation, 'created_at' | 'expires_at'> &
        Record<'created_at' | 'expires_at', Date>)[]
    >(
      `select attestation_id, entity_id, product_id, created_at, expires_at
       from attestation_copy where attestation_id = any($1::uuid[])`,
      [attestationIds],
    );
    return rows.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
    }));
  }
}
