import { ArchivePlace, readArchiveFile } from '@ndx/archive';
import { operationFailed } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { archivedCertificateOf, idIn, type ArchivedCertificate } from './archived-certificate.js';

/** The place of a body that is not in its row. */
export interface ArchivedBody {
  readonly certificate_id: string;
  readonly archive_part: number;
}

export interface ArchivePart {
  readonly part: number;
  readonly file: string;
  readonly sha256: string;
  readonly certificates: number;
}

/** Concurrent commands wait; set apart from other users of advisory locks in the database. */
export const LOCK_ARCHIVE = 'select pg_advisory_xact_lock(6204118)';

const PARTS = `
select part, file, sha256, certificates from certificate_archive
where part = any($1::integer[]) order by part`;

/** Reads archived certificates from the files in `ARCHIVE_LOCATION` (decision 0100). */
@Injectable()
export class CertificateArchive {
  constructor(
    private readonly dataSource: DataSource,
    private readonly place: ArchivePlace,
  ) {}

  /**
   * The bodies of archived certificates, by id.
   * @throws OPERATION_FAILED when a file cannot be read or was altered
   */
  async bodiesOf(archived: readonly ArchivedBody[]): Promise<ReadonlyMap<string, string>> {
    if (archived.length === 0) return new Map();
    const wanted = new Set(archived.map(({ certificate_id }) => certificate_id));
    const bodies = new Map<string, string>();
    for (const part of await this.partsOf(archived)) {
      for (const { certificate_id, body } of await this.read(part, wanted)) {
        bodies.set(certificate_id, body);
      }
    }
    return bodies;
  }

  /** @throws OPERATION_FAILED */
  async bodyOf(archived: ArchivedBody): Promise<string> {
    const body = (await this.bodiesOf([archived])).get(archived.certificate_id);
    if (body === undefined) throw unreadable(new Error('the file lacks the certificate'));
    return body;
  }

  private async partsOf(archived: readonly ArchivedBody[]): Promise<readonly ArchivePart[]> {
    const parts = [...new Set(archived.map(({ archive_part }) => archive_part))];
    return this.dataSource.query<ArchivePart[]>(PARTS, [parts]);
  }

  private async read(
    { file, sha256 }: ArchivePart,
    wanted: ReadonlySet<string>,
  ): Promise<readonly ArchivedCertificate[]> {
    try {
      const lines = await readArchiveFile(this.place, file, sha256);
      return lines.filter((line) => wanted.has(idIn(line))).map(archivedCertificateOf);
    } catch (error) {
      throw unreadable(error);
    }
  }
}

function unreadable(cause: unknown) {
  return operationFailed('the certificate is archived, and its archive cannot be read', cause);
}
