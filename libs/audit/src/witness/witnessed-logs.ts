import type { Witness } from '@ndx/contracts';
import { consistencyProof, formatSignature, type NoteSignature } from '@ndx/proof';
import type { Database } from '../archive/audit-source.js';
import { storedNodes } from '../log/stored-tree.js';

/** A log and one of its witnesses. */
export interface WitnessedLog extends Witness {
  readonly network: string;
  /** The size of the log, and its signed checkpoint. */
  readonly size: number;
  readonly checkpoint: string;
  /** The size that the witness cosigned last; 0 before. */
  readonly witnessedSize: number;
  /** The time of its last cosignature; before the first, the time since when it is asked. */
  readonly witnessedAt: Date;
  /** Why it gave no cosignature when it was asked last; null when it did. */
  readonly refusal: string | null;
}

/** The logs of a service that have witnesses. */
export class WitnessedLogs {
  /** @param witnesses a select of each `network_id` and its `witnesses` */
  constructor(
    private readonly database: Database,
    private readonly witnesses: string,
  ) {}

  /** Each log with each of its witnesses; from then on they are asked. */
  async list(): Promise<WitnessedLog[]> {
    // The select does not see the rows that its statement inserts.
    const rows = await this.database.query<WitnessRow[]>(`
      with listed as (${this.listed}), begun as (
        insert into audit_witness (network, verifier_key)
        select network, verifier_key from listed
        where (network, verifier_key) not in (select network, verifier_key from audit_witness)
        on conflict do nothing returning *)
      select network, verifier_key, url, head.size, head.checkpoint, asked.size as "witnessedSize",
        coalesce(asked.cosigned_at, asked.since) as "witnessedAt", asked.refusal
      from listed
      join audit_head as head using (network)
      join (select * from audit_witness union all select * from begun) as asked
        using (network, verifier_key)
      order by network, verifier_key`);
    return rows.map((row) => ({
      ...row,
      size: Number(row.size),
      witnessedSize: Number(row.witnessedSize),
    }));
  }

  /** The proof that the log continues what the witness cosigned. */
  proof({ network, size }: WitnessedLog, witnessedSize: number): Promise<Buffer[]> {
    return consistencyProof(storedNodes(this.database, network, size), witnessedSize, size);
  }

  /** Stores the cosignature of the checkpoint, unless the witness has cosigned a later one. */
  async cosigned(
    { network, verifier_key: key, size, checkpoint }: WitnessedLog,
    signature: NoteSignature,
    at: Date,
  ): Promise<void> {
    await this.database.query(
      `with cosigned as (
         update audit_witness
         set size = $3, cosigned_at = $4, cosignature = $5, refusal = null
         where network = $1 and verifier_key = $2 and size <= $3 returning network)
       insert into audit_witnessed (network, size, checkpoint)
       select network, $3, $6 from cosigned
       on conflict (network) do update set size = excluded.size, checkpoint = excluded.checkpoint
       where audit_witnessed.size <= excluded.size`,
      [network, key, size, at, formatSignature(signature), checkpoint],
    );
  }

  async refused({ network, verifier_key: key }: WitnessedLog, refusal: string): Promise<void> {
    await this.database.query(
      'update audit_witness set refusal = $3 where network = $1 and verifier_key = $2',
      [network, key, refusal],
    );
  }

  /**
   * The newest checkpoint that a witness cosigned, with its cosignatures; undefined before it, and
   * without witnesses.
   */
  async checkpoint(network: string): Promise<string | undefined> {
    const [row] = await this.database.query<{ note: string }[]>(
      `select min(checkpoint) || string_agg(cosignature, '' order by verifier_key) as note
       from audit_witnessed as witnessed
       join audit_witness as asked using (network, size)
       join (${this.listed}) as listed using (network, verifier_key)
       where network = $1
       group by network`,
      [network],
    );
    return row?.note;
  }

  /** SQL of each network with each of its witnesses. */
  private get listed(): string {
    return `
      select network_id as network, w ->> 'verifier_key' as verifier_key, w ->> 'url' as url
      from (${this.witnesses}) as listed cross join lateral jsonb_array_elements(witnesses) as w`;
  }
}

interface WitnessRow extends Omit<WitnessedLog, 'size' | 'witnessedSize'> {
  readonly size: string;
  readonly witnessedSize: string;
}
