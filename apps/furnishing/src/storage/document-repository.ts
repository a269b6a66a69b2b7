import { notFound, type Principal } from '@ndx/contracts';
import { Sealer } from '@ndx/sealing';
import { CONFIG, inEachOrder, type IdPlace, type ServiceConfig } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Announced, Document, DocumentPart } from '../domain/document.js';

const COLUMNS = `
id, network_id as "networkId", furnishing_entity_id as "furnishingEntityId", bytes, sha256,
media_type as "mediaType", state, rejection, scanned, received_bytes as "receivedBytes",
created_at as "createdAt", referenced, file_name as "fileName"`;

/** Serializes the beginnings of the institution's uploads. */
const LOCK = `select pg_advisory_xact_lock(hashtextextended('document ' || $1, 0))`;

/** Uses the index document_unreferenced_by_furnisher. */
export const COUNT_UNREFERENCED = `
select count(*)::int as unreferenced from document
where furnishing_entity_id = $1 and not referenced`;

/** Uses the index document_unreferenced_by_furnisher. */
const INCOMPLETE = `
select ${COLUMNS} from document
where furnishing_entity_id = $1 and not referenced and state = 'receiving'
  and network_id = $2 and sha256 = $3 and bytes = $4 and media_type = $5
order by id`;

const ADD = `
insert into document (id, network_id, furnishing_entity_id, bytes, sha256, media_type, state,
  rejection, scanned, received_bytes, created_at, file_name)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

const UPDATE = `
update document set state = $2, rejection = $3, scanned = $4, received_bytes = $5 where id = $1`;

const REFERENCED = `
select ${COLUMNS} from document
where id = any($1::uuid[]) and state = 'ready' and referenced`;

/** Use the index document_by_furnisher. */
export const LIST = inEachOrder(
  (is, way) => `
select ${COLUMNS} from document
where furnishing_entity_id = $1 and id ${is} $2 order by id ${way} limit $3`,
);

/** The part with a byte of the document. */
const PART_AT = `
select start, content from document_part where document_id = $1 and start <= $2
order by start desc limit 1`;

interface PartRow {
  readonly start: number;
  readonly content: string;
}

/** Uploaded documents; their names and their content are encrypted. */
@Injectable()
export class DocumentRepository {
  private readonly sealer: Sealer;

  constructor(
    @Inject(CONFIG) config: ServiceConfig,
    private readonly dataSource: DataSource,
  ) {
    this.sealer = new Sealer(config.SEALING_KEYS);
  }

  /** The documents that no record references, while no other upload of the institution begins. */
  async countUnreferenced(manager: EntityManager, entityId: string): Promise<number> {
    await manager.query(LOCK, [entityId]);
    const [row] = await manager.query<{ readonly unreferenced: number }[]>(COUNT_UNREFERENCED, [
      entityId,
    ]);
    return row?.unreferenced ?? 0;
  }

  /** A document of the institution with the same terms, of which a part is missing. */
  async incomplete(
    manager: EntityManager,
    { entity_id: entityId }: Principal,
    { networkId, sha256, bytes, mediaType, fileName }: Announced,
  ): Promise<Document | undefined> {
    const terms = [entityId, networkId, sha256, bytes, mediaType];
    const found = this.documentsIn(await manager.query<Document[]>(INCOMPLETE, terms));
    return found.find((document) => document.fileName === fileName);
  }

  async add(manager: EntityManager, document: Document): Promise<void> {
    const { id, networkId, furnishingEntityId, bytes, sha256, mediaType, fileName } = document;
    await manager.query(ADD, [
      ...[id, networkId, furnishingEntityId, bytes, sha256, mediaType, document.state],
      ...[document.rejection, document.scanned, document.receivedBytes, document.createdAt],
      fileName === null ? null : this.sealer.seal(fileName),
    ]);
  }

  /** @throws RESOURCE_NOT_FOUND when absent, or of another institution */
  async read(principal: Principal, id: string): Promise<Document> {
    return this.find(this.dataSource.manager, principal, id, '');
  }

  /** The same, locked until the transaction ends. */
  async load(manager: EntityManager, principal: Principal, id: string): Promise<Document> {
    return this.find(manager, principal, id, 'for no key update');
  }

  /** A page of the institution's documents. */
  async list(principal: Principal, { order, after }: IdPlace, limit: number): Promise<Document[]> {
    const parameters = [principal.entity_id, after, limit];
    return this.documentsIn(await this.dataSource.query<Document[]>(LIST[order], parameters));
  }

  /** Those of the documents that records reference, of any institution. */
  async referenced(ids: readonly string[]): Promise<Document[]> {
    return this.documentsIn(await this.dataSource.query<Document[]>(REFERENCED, [ids]));
  }

  /** Stores the next part and the state after it; a rejected document has no content. */
  async append(
    manager: EntityManager,
    document: Document,
    { offset, content }: DocumentPart,
  ): Promise<void> {
    const { id, state, rejection, scanned, receivedBytes } = document;
    await manager.query(UPDATE, [id, state, rejection, scanned, receivedBytes]);
    if (state === 'rejected') {
      await manager.query('delete from document_part where document_id = $1', [id]);
      return;
    }
    await manager.query('insert into document_part values ($1, $2, $3)', [
      ...[id, offset, this.sealer.seal(content.toString('base64'))],
    ]);
  }

  /** The content that was written so far. */
  async contentOf({ id }: Document): Promise<Buffer> {
    const parts = await this.dataSource.query<PartRow[]>(
      'select start, content from document_part where document_id = $1 order by start',
      [id],
    );
    return Buffer.concat(parts.map(({ content }) => this.opened(content)));
  }

  /**
   * A document that a record of the furnisher references, and its bytes from the offset to the end of
   * a part; none past the end.
   * @throws RESOURCE_NOT_FOUND
   */
  async readPart(id: string, furnisherId: string, offset: number) {
    const [document] = await this.referenced([id]);
    if (document?.furnishingEntityId !== furnisherId) throw absent();
    const [part] = await this.dataSource.query<PartRow[]>(PART_AT, [id, offset]);
    const content = part ? this.opened(part.content).subarray(offset - part.start) : Buffer.of();
    return { document, content };
  }

  private async find(manager: EntityManager, principal: Principal, id: string, lock: string) {
    const rows = await manager.query<Document[]>(
      `select ${COLUMNS} from document where id = $1 and furnishing_entity_id = $2 ${lock}`,
      [id, principal.entity_id],
    );
    const [document] = this.documentsIn(rows);
    if (!document) throw absent();
    return document;
  }

  /** The documents of rows, which have the names of files encrypted. */
  private documentsIn(rows: readonly Document[]): Document[] {
    return rows.map(({ fileName, ...document }) => ({
      ...document,
      fileName: fileName === null ? null : this.sealer.open(fileName),
    }));
  }

  private opened(sealed: string): Buffer {
    return Buffer.from(this.sealer.open(sealed), 'base64');
  }
}

const absent = () => notFound('not_found', 'document not found');
