import { ArchivePlace, readArchiveFile, UnusablePlaceError } from '@ndx/archive';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { describeError } from '@ndx/contracts';
import { archivedCertificateOf } from '../storage/archived-certificate.js';
import type { ArchivePart } from '../storage/certificate-archive.js';

const PARTS = 'select part, file, sha256, certificates from certificate_archive order by part';

/** The ids of the rows whose body is in a file. */
const IDS = `
select certificate_id as id from certificate
where certificate_id = any($2::uuid[]) and archive_part = $1 and body is null`;

/** The result for one file. */
export interface VerifiedPart extends Pick<ArchivePart, 'part' | 'file' | 'certificates'> {
  /** Undefined when the file is as it was written. */
  readonly fault?: string;
}

/** The command `archive --verify` (decision 0100). */
@Injectable()
export class VerifyArchive {
  constructor(
    private readonly dataSource: DataSource,
    private readonly place: ArchivePlace,
  ) {}

  /**
   * Reads every file, and compares its digest, the digests of its certificates and their ids with
   * the database.
   * @throws UnusablePlaceError
   */
  async *verify(): AsyncGenerator<VerifiedPart> {
    for (const part of await this.dataSource.query<ArchivePart[]>(PARTS)) {
      const { part: number, file, certificates } = part;
      const fault = await this.faultOf(part).catch(textOfFault);
      yield { part: number, file, certificates, ...(fault !== undefined && { fault }) };
    }
  }

  private async faultOf(part: ArchivePart): Promise<string | undefined> {
    const lines = await readArchiveFile(this.place, part.file, part.sha256);
    const ids = lines.map((line) => archivedCertificateOf(line).certificate_id);
    const rows = await this.dataSource.query<{ id: string }[]>(IDS, [part.part, ids]);
    const known = new Set(rows.map(({ id }) => id)).size;
    return known === part.certificates && ids.length === part.certificates
      ? undefined
      : `${known} of ${part.certificates} certificates are in the database`;
  }
}

/** @throws UnusablePlaceError: no file can be verified */
function textOfFault(error: unknown): string {
  if (error instanceof UnusablePlaceError) throw error;
  return describeError(error);
}
