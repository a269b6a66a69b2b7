import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Candidate } from '../domain/candidate.js';
import { referencesIn } from '../domain/document.js';
import { faultAt, type Fault } from '../domain/fault.js';

const READY = `
select id from document
where id = any($1::uuid[]) and furnishing_entity_id = $2 and network_id = $3 and state = 'ready'`;

/** Marks the documents in the order of their ids, as concurrent references of the same documents do. */
const ADD = `
with marked as (
  update document set referenced = true where id in (
    select id from document where id = any($1::uuid[]) and not referenced
    order by id for no key update))
insert into document_reference (document_id, record_id)
select distinct document_id, record_id
from unnest($1::uuid[], $2::uuid[]) as reference (document_id, record_id)`;

/** Which records reference which documents. */
@Injectable()
export class DocumentReferences {
  constructor(private readonly dataSource: DataSource) {}

  /** The references of each record to no ready document of the institution in the network. */
  async faults(
    principal: Principal,
    networkId: string,
    candidates: readonly Candidate[],
  ): Promise<ReadonlyMap<Candidate, readonly Fault[]>> {
    const references = candidates.flatMap((candidate) =>
      referencesIn(candidate).map((reference) => ({ candidate, ...reference })),
    );
    const ids = references.flatMap(({ documentId }) => documentId ?? []);
    const ready = new Set(await this.ready(ids, principal.entity_id, networkId));
    const faults = new Map<Candidate, Fault[]>();
    for (const { candidate, path, documentId } of references) {
      if (documentId !== undefined && ready.has(documentId)) continue;
      const message = 'the institution has no complete document with this reference in the network';
      const known = faults.get(candidate) ?? [];
      faults.set(candidate, [...known, faultAt('unknown_document', path, message)]);
    }
    return faults;
  }

  /** @param records those of the candidates, in their order */
  async reference(
    manager: EntityManager,
    candidates: readonly { readonly candidate: Candidate }[],
    records: readonly { readonly id: string }[],
  ): Promise<void> {
    const pairs = candidates.flatMap(({ candidate }, index) =>
      referencesIn(candidate).map(({ documentId }) => [documentId, records[index]?.id]),
    );
    if (pairs.length === 0) return;
    await manager.query(ADD, [pairs.map(([id]) => id), pairs.map(([, id]) => id)]);
  }

  private async ready(ids: readonly string[], furnisherId: string, networkId: string) {
    if (ids.length === 0) return [];
    const parameters = [ids, furnisherId, networkId];
    const rows = await this.dataSource.query<{ readonly id: string }[]>(READY, parameters);
    return rows.map(({ id }) => id);
  }
}
