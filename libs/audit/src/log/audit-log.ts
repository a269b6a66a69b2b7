import { isDeepStrictEqual } from 'node:util';
import { newId, randomBytes } from '@ndx/contracts';
import type { OutboxEvent, PublishedLog } from '@ndx/messaging';
import { SALT_BYTES, type CompactRange } from '@ndx/proof';
import type { EntityManager } from 'typeorm';
import {
  entryOf,
  factOf,
  GAP_RECORDED,
  HEAD_REFUSED,
  KEY_ROTATED,
  LOG_OPENED,
  REGISTER,
  type AuditEntry,
  type Fact,
  type TreeHead,
} from './entry.js';
import { entryColumns, INSERT_ENTRIES } from './entry-row.js';
import type { LogSigner } from './log-keys.js';
import {
  insertNodes,
  inTiles,
  lockedHeads,
  saveHeads,
  signedTree,
  treeOf,
  type HeadRow,
  type TileNode,
} from './log-head.js';
import type { StoredEvents } from './stored-events.js';
import { storedTree } from './stored-tree.js';

/** Serializes the beginnings of logs, also of the register, which has no row to lock at first. */
const LOCK_REGISTER = 'select pg_advisory_xact_lock(7004231)';

/** What a transaction adds to a log. */
interface Appended {
  readonly entries: readonly AuditEntry[];
  readonly nodes: readonly TileNode[];
  readonly head: HeadRow;
}

/** Enters the published events of a service in its audit logs (decision 0034). */
export class AuditLog implements PublishedLog {
  /** The newest head of each log that this process wrote. */
  private readonly written = new Map<string, HeadRow>();

  /** @param stored the events whose data is stored elsewhere */
  constructor(
    private readonly signer: LogSigner,
    private readonly stored?: Pick<StoredEvents, 'type'>,
  ) {}

  async append(manager: EntityManager, events: readonly OutboxEvent[]): Promise<void> {
    const facts = factsByLog(events);
    if (facts.size > 0) await this.enter(manager, facts);
  }

  /** Enters in a log that it lost entries, up to the given tree, with its database. */
  async recordGap(manager: EntityManager, network: string, lost: TreeHead): Promise<void> {
    await this.enter(manager, new Map([[network, [noteOf(GAP_RECORDED, network, { lost })]]]));
  }

  /** Enters in a log which key signs it from now on, in a note that both keys sign. */
  async rotateKey(manager: EntityManager, network: string, next: LogSigner): Promise<void> {
    const heads = await this.lockHeads(manager, [network]);
    const { tree } = await this.continuation(manager, network, heads.get(network));
    const rotation = this.signer.rotation(network, tree, next);
    const fact = noteOf(KEY_ROTATED, network, { rotation });
    await this.enter(manager, new Map([[network, [fact]]]));
  }

  private async enter(
    manager: EntityManager,
    facts: ReadonlyMap<string, readonly Fact[]>,
  ): Promise<void> {
    const heads = await this.lockHeads(manager, [...facts.keys()]);
    const opened: Fact[] = [];
    const appended: Appended[] = [];
    for (const [network, ofLog] of facts) {
      const { tree, isNew, notes } = await this.continuation(manager, network, heads.get(network));
      if (isNew) opened.push(noteOf(LOG_OPENED, network));
      appended.push(this.appended(network, tree, [...notes, ...ofLog]));
    }
    if (opened.length > 0) {
      const { tree, notes } = await this.continuation(manager, REGISTER, heads.get(REGISTER));
      appended.push(this.appended(REGISTER, tree, [...notes, ...opened]));
    }
    const entries = appended.flatMap((log) => log.entries);
    await manager.query(INSERT_ENTRIES, entryColumns(entries, this.stored));
    const nodes = appended.flatMap((log) => log.nodes);
    await insertNodes(manager, nodes);
    const saved = appended.map(({ head }) => head);
    await saveHeads(manager, saved);
    for (const head of saved) this.written.set(head.network, head);
  }

  /**
   * Several processes of a service write its logs (decision 0103). The register is locked only to
   * begin a log, and first: the heads that others begin meanwhile are read after it.
   */
  private async lockHeads(
    manager: EntityManager,
    networks: readonly string[],
  ): Promise<Map<string, HeadRow>> {
    if (networks.every((network) => this.written.has(network))) {
      const heads = await lockedHeads(manager, networks);
      if (heads.size === networks.length) return heads;
    }
    await manager.query(LOCK_REGISTER);
    const register = await lockedHeads(manager, [REGISTER]);
    const heads = await lockedHeads(manager, networks);
    return new Map([...register, ...heads]);
  }

  /**
   * The tree that a log continues. A head that the service did not sign, or a missing head, is not
   * repaired silently: the log continues after its stored entries, with a permanent note in it.
   */
  private async continuation(manager: EntityManager, network: string, head?: HeadRow) {
    const isOwn = head && isDeepStrictEqual(head, this.written.get(network));
    const signed = isOwn ? treeOf(head) : head && signedTree(this.signer.verifier, head);
    if (signed) return { tree: signed, isNew: false, notes: [] };
    const tree = await storedTree(manager, network);
    const isNew = !head && tree.size === 0;
    const notes = isNew ? [] : [noteOf(HEAD_REFUSED, network, { refused: head ?? null })];
    return { tree, isNew, notes };
  }

  private appended(network: string, tree: CompactRange, facts: readonly Fact[]): Appended {
    const { service } = this.signer.verifier;
    const nodes: TileNode[] = [];
    const entries = facts.map((fact) => {
      const place = { network, seq: tree.size + 1, salt: randomBytes(SALT_BYTES) };
      const entry = entryOf(service, fact, place);
      const completed = inTiles(tree.append(Buffer.from(entry.hash, 'hex')));
      nodes.push(...completed.map((node) => ({ ...node, network })));
      return entry;
    });
    const head = {
      network,
      size: String(tree.size),
      hashes: tree.toBytes().toString('hex'),
      checkpoint: this.signer.checkpoint(network, tree),
    };
    return { entries, nodes, head };
  }
}

function factsByLog(events: readonly OutboxEvent[]): Map<string, Fact[]> {
  const facts = new Map<string, Fact[]>();
  for (const event of events) {
    for (const network of event.auditLogs) {
      const ofLog = facts.get(network);
      if (ofLog) ofLog.push(factOf(event));
      else facts.set(network, [factOf(event)]);
    }
  }
  return facts;
}

/** Entries of a log about itself. */
function noteOf(type: string, network: string, data: object = {}): Fact {
  return {
    eventId: newId(),
    type,
    subject: network,
    accountId: null,
    requestId: null,
    occurredAt: new Date().toISOString(),
    data: { network, ...data },
  };
}
