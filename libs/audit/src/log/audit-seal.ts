import { createHmac } from 'node:crypto';
import type { ArchivedPart, AuditEntry, ChainEnd, ChainHead } from './entry.js';

/**
 * The hashes of a service's audit log: HMAC-SHA256, so that a database user without the key can
 * neither change an entry nor rebuild the chain (decision 0034).
 */
export class AuditSeal {
  /** @param service in every hash, so that an entry is invalid in another service's log */
  constructor(
    private readonly key: string,
    readonly service: string,
  ) {}

  /** The hash of an entry, in hexadecimal. */
  ofEntry(entry: Omit<AuditEntry, 'hash'>): string {
    return this.hash([
      'entry',
      entry.chain,
      entry.seq,
      entry.eventId,
      entry.type,
      entry.subject,
      entry.accountId,
      entry.requestId,
      entry.occurredAt,
      entry.data,
      entry.previousHash,
    ]);
  }

  ofHead(chain: string, { seq, hash }: ChainEnd): string {
    return this.hash(['head', chain, seq, hash]);
  }

  isHead(head: ChainHead): boolean {
    return head.mac === this.ofHead(head.chain, head);
  }

  ofPart(part: Omit<ArchivedPart, 'mac'>): string {
    return this.hash([
      'archive',
      part.chain,
      part.firstSeq,
      part.lastSeq,
      part.previousHash,
      part.hash,
      part.file,
      part.sha256,
      part.firstAt,
      ...part.subjects,
    ]);
  }

  isPart(part: ArchivedPart): boolean {
    return part.mac === this.ofPart(part);
  }

  /** A list has one form as JSON, and different lists have different forms. */
  private hash(members: readonly (string | number | null)[]): string {
    const text = JSON.stringify([this.service, ...members]);
    return createHmac('sha256', this.key).update(text).digest('hex');
  }
}
