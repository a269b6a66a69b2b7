import { ConsentAmended, ConsentGranted, ConsentGrantClosed, ConsentRevoked } from '@ndx/contracts';
import type { Transaction } from '@ndx/messaging';
import type { ConsentChange } from '../domain/consent-change.js';
import { changeOf, closingOf, revocationOf } from '../domain/consent-event.js';

/**
 * Publishes the event of a change: an end without the state, any other change with the whole state.
 */
export function publishChange({ publish }: Transaction, change: ConsentChange): void {
  const { action, closed } = change;
  if (action === 'revoked') publish(ConsentRevoked, revocationOf(change));
  else if (closed) publish(ConsentGrantClosed, closingOf(change, closed));
  else publish(action === 'granted' ? ConsentGranted : ConsentAmended, changeOf(change));
}
