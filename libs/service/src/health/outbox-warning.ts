import { describeError } from '@ndx/contracts';
import { ParkedOutbox } from '@ndx/messaging';
import type { DataSource } from 'typeorm';

/** The reason for events in the outbox that a retry will not publish; undefined without any. */
export async function outboxWarning(dataSource: DataSource): Promise<string | undefined> {
  try {
    const parked = await new ParkedOutbox(dataSource).list();
    if (parked.length === 0) return undefined;
    return `the bus rejects events of ${parked.length} keys: see the redrive command`;
  } catch (error) {
    return `the outbox cannot be read: ${describeError(error)}`;
  }
}
