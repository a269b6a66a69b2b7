import { Service } from '@ndx/service-kit';
import { OnAttestationChanged } from './events/on-attestation-changed.js';
import { OnConsentChanged } from './events/on-consent-changed.js';
import { OnInstitutionRegistered } from './events/on-institution-registered.js';
import { OnQueryingPolicySaved } from './events/on-querying-policy-saved.js';
import { OnRecordFurnished } from './events/on-record-furnished.js';
import { OnSubjectIdentified } from './events/on-subject-identified.js';
import { CertificateController } from './http/certificate.controller.js';
import { KybQueryController } from './http/kyb-query.controller.js';
import { QueryEventsController } from './http/query-events.controller.js';
import { productQueryConfig } from './product-query.config.js';
import { CertificateRow } from './storage/certificate-row.js';
import { KybReader } from './storage/kyb-reader.js';
import { CreateQueryTables1700000100000 } from './storage/migrations/1700000100000-create-query-tables.js';
import { QueryEventRepository } from './storage/query-event-repository.js';
import { QueryPool } from './storage/query-pool.js';
import { QueryWriter } from './storage/query-writer.js';
import { CertificateIssuer } from './use-cases/issue-certificate.js';
import { ListQueryEvents } from './use-cases/list-query-events.js';
import { QueryKybCertificate } from './use-cases/query-kyb-certificate.js';
import { ReadCertificate } from './use-cases/read-certificate.js';

@Service({
  name: 'product-query',
  config: productQueryConfig,
  rows: [CertificateRow],
  migrations: [CreateQueryTables1700000100000],
  http: [KybQueryController, CertificateController, QueryEventsController],
  events: [
    OnAttestationChanged,
    OnConsentChanged,
    OnInstitutionRegistered,
    OnQueryingPolicySaved,
    OnRecordFurnished,
    OnSubjectIdentified,
  ],
  providers: [
    CertificateIssuer,
    KybReader,
    ListQueryEvents,
    QueryEventRepository,
    QueryKybCertificate,
    QueryPool,
    QueryWriter,
    ReadCertificate,
  ],
})
export class ProductQueryModule {}
