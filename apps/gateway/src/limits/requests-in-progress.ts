import { DomainError } from '@ndx/contracts';
import type { ServerResponse } from 'node:http';
import { nameOf, type Limited } from './limited.js';

/**
 * The requests of each institution that this process is answering: without a limit, the slow
 * queries of one institution would occupy every connection to a service.
 */
export class RequestsInProgress {
  private readonly counts = new Map<string, number>();

  constructor(
    /** Maximum for an institution; 0 for no limit. */
    private readonly limit: number,
    /** Called for each rejected request. */
    private readonly onRefusal: () => void,
  ) {}

  /** Counts a request until its response is closed; returns why it is rejected instead. */
  enter(limited: Limited, response: ServerResponse): DomainError | undefined {
    // A destroyed response emits no further event.
    if (this.limit === 0 || response.destroyed) return undefined;
    const { entityId } = limited;
    const count = this.countOf(entityId) + 1;
    if (count > this.limit) {
      this.onRefusal();
      return new DomainError(
        'rate_limited',
        `${nameOf(limited)} has as many requests in progress as it may have`,
      );
    }
    this.counts.set(entityId, count);
    response.once('close', () => this.leave(entityId));
    return undefined;
  }

  private leave(entityId: string): void {
    const count = this.countOf(entityId) - 1;
    if (count === 0) this.counts.delete(entityId);
    else this.counts.set(entityId, count);
  }

  private countOf(entityId: string): number {
    return this.counts.get(entityId) ?? 0;
  }
}
