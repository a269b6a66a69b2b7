import { CONSENT_KINDS } from '@ndx/contracts';
import { Service } from '@ndx/service';
import { consentConfig } from './consent.config.js';
import { OnSubjectSeparated } from './events/on-subject-separated.js';
import { consentController } from './http/consent.controller.js';
import { InternalConsentsController } from './http/internal-consents.controller.js';
import { RecordingController } from './http/recording.controller.js';
import { ConsentHistoryRow } from './storage/consent-history-row.js';
import { ConsentRepository } from './storage/consent-repository.js';
import { ConsentRow } from './storage/consent-row.js';
import { CreateConsents1700000100000 } from './storage/migrations/1700000100000-create-consents.js';
import { ChangeConsent } from './use-cases/change-consent.js';
import { IdentityMatcher } from './clients/identity-matcher.js';
import { ReadAuditEntries } from './use-cases/read-audit-entries.js';
import { ReadReceipt } from './use-cases/read-receipt.js';
import { OWNED_CONSENTS } from './use-cases/recover-consent.js';
import { RecordBusinessConsent } from './use-cases/record-business-consent.js';
import { RecordConsent } from './use-cases/record-consent.js';
import { RecordConsumerConsent } from './use-cases/record-consumer-consent.js';
import { SubjectDirectory } from './clients/subject-directory.js';

@Service({
  name: 'consent',
  config: consentConfig,
  calls: ['entity'],
  sealed: [{ table: 'consent', column: 'sealed_identity' }],
  rows: [ConsentRow, ConsentHistoryRow],
  migrations: [CreateConsents1700000100000],
  audited: ['select coalesce(network_id, entity_id) from consent'],
  owns: [OWNED_CONSENTS],
  http: [RecordingController, InternalConsentsController, ...CONSENT_KINDS.map(consentController)],
  events: [OnSubjectSeparated],
  providers: [
    ConsentRepository,
    IdentityMatcher,
    SubjectDirectory,
    RecordConsent,
    RecordConsumerConsent,
    RecordBusinessConsent,
    ChangeConsent,
    ReadReceipt,
    ReadAuditEntries,
  ],
})
export class ConsentModule {}
