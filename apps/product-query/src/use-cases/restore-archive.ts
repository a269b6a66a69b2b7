import { ArchivePlace, readArchiveFile } from '@ndx/archive';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { archivedCertificateOf } from '../storage/archived-certificate.js';
import { LOCK_ARCHIVE, type ArchivePart } from '../storage/certificate-archive.js';

/** The newest, so that archiving continues after the parts that are left. */
const NEWEST = `
select part, file, sha256, certificates from certificate_archive order by part desc limit 1`;

const RETURN_BODIES = `
update certificate c set body = given.body, archive_part = null
from unnest($2::uuid[], $3::text[]) as given (certificate_id, body)
where c.certificate_id = given.certificate_id and c.archive_part = $1 returning 1`;

/** The command `archive --restore`: the reverse of `ArchiveCertificates`; keeps the files. */
@Injectable()
export class RestoreArchive {
  constructor(
    private readonly dataSource: DataSource,
    private readonly place: ArchivePlace,
  ) {}

  /**
   * Writes the bodies of all files back to the database. Each file is a transaction.
   * @param report gets each file when its bodies are back
   * @throws Error when a file cannot be read or was altered; the files after it are done
   */
  async restore(report: (part: ArchivePart) => void): Promise<void> {
    for (;;) {
      const part = await this.dataSource.transaction((manager) => this.next(manager));
      if (!part) return;
      report(part);
    }
  }

  private async next(manager: EntityManager): Promise<ArchivePart | undefined> {
    await manager.query(LOCK_ARCHIVE);
    const [part] = await manager.query<ArchivePart[]>(NEWEST);
    if (!part) return undefined;
    const lines = await readArchiveFile(this.place, part.file, part.sha256);
    const certificates = lines.map(archivedCertificateOf);
    const [, returned] = await manager.query<[unknown[], number]>(RETURN_BODIES, [
      part.part,
      certificates.map(({ certificate_id }) => certificate_id),
      certificates.map(({ body }) => body),
    ]);
    if (returned !== part.certificates) {
      throw new Error(`${returned} of ${part.certificates} bodies are in ${part.file}`);
    }
    await manager.query('delete from certificate_archive where part = $1', [part.part]);
    return part;
  }
}
