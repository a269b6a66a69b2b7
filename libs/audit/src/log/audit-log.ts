import { newId } from '@ndx/contracts';
import type { OutboxEvent, PublishedLog } from '@ndx/messaging';
import type { EntityManager } from 'typeorm';
import type { AuditSeal } from './audit-seal.js';
import {
  CHAIN_OPENED,
  EMPTY_CHAIN,
  GAP_RECORDED,
  factOf,
  HEAD_REFUSED,
  REGISTER_CHAIN,
  type AuditEntry,
  type ChainEnd,
  type Fact,
} from './entry.js';
import { entryColumns, fromHeadRow, INSERT_ENTRIES, type HeadRow } from './entry-row.js';

const LOCK_HEADS = `
select chain, seq, hash, mac from audit_head
where chain = any($1::uuid[]) order by chain for update`;

/** Serializes the beginnings of chains, also of the register, which has no row to lock at first. */
const LOCK_REGISTER = 'select pg_advisory_xact_lock(7004231)';

const LAST_ENTRY = `
select seq, hash from audit_entry where chain = $1 order by seq desc limit 1`;

const SAVE_HEADS = `
insert into audit_head (chain, seq, hash, mac)
select * from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[])
on conflict (chain) do update
set seq = excluded.seq, hash = excluded.hash, mac = excluded.mac`;

/** Enters the published events of a service in its audit chains (decision 0034). */
export class AuditLog implements PublishedLog {
  /** Chains with a head. */
  private readonly begun = new Set<string>();

  constructor(private readonly seal: AuditSeal) {}

  async append(manager: EntityManager, events: readonly OutboxEvent[]): Promise<void> {
    const facts = factsByChain(events);
    if (facts.size > 0) await this.enter(manager, facts);
  }

  /** Enters in a chain that it lost entries, up to the given one, with its database. */
  async recordGap(manager: EntityManager, chain: string, lost: ChainEnd): Promise<void> {
    const note = { ...noteOf(GAP_RECORDED, chain), data: JSON.stringify({ chain, lost }) };
    await this.enter(manager, new Map([[chain, [note]]]));
  }

  private async enter(
    manager: EntityManager,
    facts: ReadonlyMap<string, readonly Fact[]>,
  ): Promise<void> {
    const heads = await this.lockHeads(manager, [...facts.keys()]);
    const opened: Fact[] = [];
    const entries: AuditEntry[] = [];
    for (const [chain, ofChain] of facts) {
      const { end, first } = await this.continuation(manager, chain, heads.get(chain));
      if (first === CHAIN_OPENED) opened.push(noteOf(CHAIN_OPENED, chain));
      const note = first === HEAD_REFUSED ? [noteOf(HEAD_REFUSED, chain, heads.get(chain))] : [];
      entries.push(...this.continued(chain, end, [...note, ...ofChain]));
    }
    if (opened.length > 0) {
      const head = heads.get(REGISTER_CHAIN);
      const { end, first } = await this.continuation(manager, REGISTER_CHAIN, head);
      const note = first === HEAD_REFUSED ? [noteOf(HEAD_REFUSED, REGISTER_CHAIN, head)] : [];
      entries.push(...this.continued(REGISTER_CHAIN, end, [...note, ...opened]));
    }
    await this.write(manager, entries);
  }

  /**
   * Several processes of a service write its chains (decision 0103). The register is locked only to
   * begin a chain, and first: the heads that others begin meanwhile are read after it.
   */
  private async lockHeads(
    manager: EntityManager,
    chains: readonly string[],
  ): Promise<Map<string, HeadRow>> {
    if (chains.every((chain) => this.begun.has(chain))) {
      const heads = await lockedHeads(manager, chains);
      if (heads.size === chains.length) return heads;
    }
    await manager.query(LOCK_REGISTER);
    const register = await lockedHeads(manager, [REGISTER_CHAIN]);
    const heads = await lockedHeads(manager, chains);
    for (const chain of heads.keys()) this.begun.add(chain);
    return new Map([...register, ...heads]);
  }

  /**
   * The position at which a chain continues. A head with a wrong signature, or a missing head, is
   * not repaired silently: the chain continues from its last entry, with a permanent note in it.
   */
  private async continuation(
    manager: EntityManager,
    chain: string,
    row: HeadRow | undefined,
  ): Promise<{ readonly end: ChainEnd; readonly first?: string }> {
    const head = row && fromHeadRow(row);
    if (head && this.seal.isHead(head)) return { end: head };
    const [last] = await manager.query<Pick<HeadRow, 'seq' | 'hash'>[]>(LAST_ENTRY, [chain]);
    const end = last ? { seq: Number(last.seq), hash: last.hash } : EMPTY_CHAIN;
    return { end, first: head || last ? HEAD_REFUSED : CHAIN_OPENED };
  }

  private continued(chain: string, end: ChainEnd, facts: readonly Fact[]): AuditEntry[] {
    let last = end;
    return facts.map((fact) => {
      const content = { ...fact, chain, seq: last.seq + 1, previousHash: last.hash };
      const entry = { ...content, hash: this.seal.ofEntry(content) };
      last = entry;
      return entry;
    });
  }

  private async write(manager: EntityManager, entries: readonly AuditEntry[]): Promise<void> {
    await manager.query(INSERT_ENTRIES, entryColumns(entries));
    const ends = [...new Map(entries.map((entry) => [entry.chain, entry])).values()];
    await manager.query(SAVE_HEADS, [
      ends.map(({ chain }) => chain),
      ends.map(({ seq }) => seq),
      ends.map(({ hash }) => hash),
      ends.map((end) => this.seal.ofHead(end.chain, end)),
    ]);
  }
}

async function lockedHeads(
  manager: EntityManager,
  chains: readonly string[],
): Promise<Map<string, HeadRow>> {
  const rows = await manager.query<HeadRow[]>(LOCK_HEADS, [chains]);
  return new Map(rows.map((row) => [row.chain, row]));
}

function factsByChain(events: readonly OutboxEvent[]): Map<string, Fact[]> {
  const facts = new Map<string, Fact[]>();
  for (const event of events) {
    for (const chain of event.auditChains) {
      const ofChain = facts.get(chain);
      if (ofChain) ofChain.push(factOf(event));
      else facts.set(chain, [factOf(event)]);
    }
  }
  return facts;
}

/** Entries of the log about itself. */
function noteOf(type: string, chain: string, refused?: HeadRow): Fact {
  return {
    eventId: newId(),
    type,
    subject: chain,
    accountId: null,
    requestId: null,
    occurredAt: new Date().toISOString(),
    data: JSON.stringify({ chain, refused: refused ?? null }),
  };
}
