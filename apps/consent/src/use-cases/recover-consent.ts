import type { ConsentState } from '@ndx/contracts';
import { ownedRow } from '@ndx/replication';
import { recoverConsent } from '../domain/recover-consent.js';
import { addHistory } from '../storage/consent-history.js';
import { fromRow, termsToRow } from '../storage/consent-mapping.js';
import { ConsentRow } from '../storage/consent-row.js';
import { publishChange } from './publish-change.js';

/** No account: the entry restores changes whose own entries were lost. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Recovers a consent whose read model is ahead: its revocations and narrowings are kept. */
export const OWNED_CONSENTS = ownedRow(
  'consent',
  ConsentRow,
  async (transaction, own, { revision, state, refused_event_id }) => {
    const { manager } = transaction;
    const isOlder = refused_event_id !== null;
    const readModel = { revision, state: state as Partial<ConsentState>, isOlder };
    const change = recoverConsent(fromRow(own), readModel, new Date());
    await manager.update(ConsentRow, { id: own.id }, termsToRow(change.consent));
    const isChanged = Object.keys(change.differences).length > 0;
    if (isChanged) await addHistory(manager, NOBODY, change);
    publishChange(transaction, change);
    return isChanged ? 'recovered' : 'republished';
  },
);
