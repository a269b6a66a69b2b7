import { ArchivePlace, writeArchiveFile, type WrittenFile } from '@ndx/archive';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { sha256, type ArchivedCertificate } from '../storage/archived-certificate.js';
import { LOCK_ARCHIVE } from '../storage/certificate-archive.js';

/** Certificates of one file: as many as are read to find one of them. */
const PART = 500;

/**
 * Ids are ordered by time: the search continues after the last archived id, and the time of the
 * row decides. Uses the primary key.
 */
const NEXT = `
select certificate_id, query_event_id, entity_id, network_ids, policy_id, policy_version,
  consent_id, record_ids, issued_at, body
from certificate
where certificate_id > coalesce(
    (select last_certificate_id from certificate_archive order by part desc limit 1),
    '00000000-0000-0000-0000-000000000000')
  and body is not null
order by certificate_id limit $1`;

const RECORD = `
insert into certificate_archive (file, sha256, bytes, certificates, last_certificate_id)
values ($1, $2, $3, $4, $5) returning part`;

const REMOVE_BODIES = `
update certificate set body = null, archive_part = $1
where certificate_id = any($2::uuid[]) and body is not null returning 1`;

/** A written file. */
export interface ArchivedPart extends WrittenFile {
  readonly part: number;
  readonly certificates: number;
  /** The time of its last certificate, ISO 8601. */
  readonly through: string;
}

interface CertificateRecord extends Omit<ArchivedCertificate, 'issued_at' | 'body_sha256'> {
  readonly issued_at: Date;
}

/** The command `archive`: moves the bodies of old certificates to files (decision 0100). */
@Injectable()
export class ArchiveCertificates {
  constructor(
    private readonly dataSource: DataSource,
    private readonly place: ArchivePlace,
  ) {}

  /**
   * Archives the certificates that were issued before a time, oldest first. Each file is a
   * transaction: a run that was interrupted is repeated, and concurrent runs wait for each other.
   * @param report gets each file when it is archived
   */
  async archive(before: Date, report: (part: ArchivedPart) => void): Promise<void> {
    for (;;) {
      const part = await this.dataSource.transaction((manager) => this.next(manager, before));
      if (!part) return;
      report(part);
      if (part.certificates < PART) return;
    }
  }

  private async next(manager: EntityManager, before: Date): Promise<ArchivedPart | undefined> {
    await manager.query(LOCK_ARCHIVE);
    const rows = await manager.query<CertificateRecord[]>(NEXT, [PART]);
    // An id can be some milliseconds older than the time: the part ends before the first young one.
    const young = rows.findIndex(({ issued_at }) => issued_at >= before);
    const old = young === -1 ? rows : rows.slice(0, young);
    const [first, last] = [old[0], old.at(-1)];
    if (!first || !last) return undefined;
    const written = await writeArchiveFile(
      this.place,
      nameOf(first),
      old.map((row) => JSON.stringify(archivedCertificate(row))),
    );
    const [recorded] = await manager.query<{ part: number }[]>(RECORD, [
      ...[written.file, written.sha256, written.bytes, old.length, last.certificate_id],
    ]);
    if (!recorded) throw new Error('an insert has no row');
    await removeBodies(manager, recorded.part, old);
    const through = last.issued_at.toISOString();
    return { part: recorded.part, certificates: old.length, through, ...written };
  }
}

async function removeBodies(
  manager: EntityManager,
  part: number,
  rows: readonly CertificateRecord[],
): Promise<void> {
  const ids = rows.map(({ certificate_id }) => certificate_id);
  const [, removed] = await manager.query<[unknown[], number]>(REMOVE_BODIES, [part, ids]);
  if (removed !== rows.length) throw new Error(`${removed} of ${rows.length} bodies are removed`);
}

/** A folder for each day. */
function nameOf({ certificate_id, issued_at }: CertificateRecord): string {
  return `certificates/${issued_at.toISOString().slice(0, 10)}/${certificate_id}`;
}

function archivedCertificate(row: CertificateRecord): ArchivedCertificate {
  const { body, issued_at, ...head } = row;
  return { ...head, issued_at: issued_at.toISOString(), body_sha256: sha256(body), body };
}
