import type { OpenDispute } from './open-dispute.js';

/** A decision needs more of records than what was read. */
export class UnreadRecordError extends Error {
  override readonly name = 'UnreadRecordError';

  /** @param models the sections, or the parts of groups, whose records it needs */
  constructor(readonly models: readonly string[]) {
    super(`the records of ${models.join(', ')} were not read, or not whole`);
  }
}

/** The members that a decision records of a candidate. */
interface DecidedMembers {
  readonly model: string;
  readonly networkId: string;
  readonly furnishingEntityId: string;
  readonly recordId: string;
  readonly hasLeft: boolean;
  readonly attestationId: string | null;
  readonly disputes: readonly OpenDispute[];
}

/**
 * A candidate whose record was not read, or of which only the outline of its section was. A decision
 * that ends with it does not depend on the rest of the record: each other member of it throws. A
 * furnisher's two records are ordered by their times, so that one with two is never unread.
 */
export class UnreadCandidate implements DecidedMembers {
  readonly model: string;
  readonly networkId: string;
  readonly furnishingEntityId: string;
  readonly recordId: string;
  readonly hasLeft: boolean;
  readonly attestationId: string | null;
  readonly disputes: readonly OpenDispute[];
  readonly newest = null;
  readonly otherRecordId = null;

  constructor(
    decided: DecidedMembers,
    private readonly outline?: string,
  ) {
    this.model = decided.model;
    this.networkId = decided.networkId;
    this.furnishingEntityId = decided.furnishingEntityId;
    this.recordId = decided.recordId;
    this.hasLeft = decided.hasLeft;
    this.attestationId = decided.attestationId;
    this.disputes = decided.disputes;
  }

  get performedAt(): number {
    return this.unread();
  }

  get furnishedAt(): number {
    return this.unread();
  }

  get text(): string {
    return this.outline ?? this.unread();
  }

  get statedBusiness(): string | null {
    return this.unread();
  }

  private unread(): never {
    throw new UnreadRecordError([this.model]);
  }
}
