import { Service } from '@ndx/service';
import { attestations, OnAttestationChanged } from './events/on-attestation-changed.js';
import { OnConsentChanged } from './events/on-consent-changed.js';
import { institutions, OnInstitutionRegistered } from './events/on-institution-registered.js';
import { OnQueryingPolicySaved } from './events/on-querying-policy-saved.js';
import { OnRecordFurnished } from './events/on-record-furnished.js';
import { OnSubjectIdentified } from './events/on-subject-identified.js';
import { CertificateController } from './http/certificate.controller.js';
import { CoverageCheckController } from './http/coverage-check.controller.js';
import { KybQueryController } from './http/kyb-query.controller.js';
import { QueryExplanationController } from './http/query-explanation.controller.js';
import { QueryEventsController } from './http/query-events.controller.js';
import { RecordUsesController } from './http/record-uses.controller.js';
import { templateQueryControllers } from './http/template-query.controllers.js';
import { ProjectionLag } from './metrics/projection-lag.js';
import { productQueryConfig } from './product-query.config.js';
import { CertificateRepository } from './storage/certificate-repository.js';
import { CertificateRow } from './storage/certificate-row.js';
import { consents } from './storage/consent-copy.js';
import { DecisionRepository } from './storage/decision-repository.js';
import { InstitutionNames } from './storage/institution-names.js';
import { KybReader } from './storage/kyb-reader.js';
import { LargeValues } from './storage/large-values.js';
import { CreateQueryTables1700000100000 } from './storage/migrations/1700000100000-create-query-tables.js';
import { CreateTemplateValues1700000200000 } from './storage/migrations/1700000200000-create-template-values.js';
import { FindConsentsAndSubjects1700000300000 } from './storage/migrations/1700000300000-find-consents-and-subjects.js';
import { KeepNewestSections1700000400000 } from './storage/migrations/1700000400000-keep-newest-sections.js';
import { KeepEventsOfCopies1700000900100 } from './storage/migrations/1700000900100-keep-events-of-copies.js';
import { FollowMerges1700001000000 } from './storage/migrations/1700001000000-follow-merges.js';
import { KeepLegalNames1700000700000 } from './storage/migrations/1700000700000-keep-legal-names.js';
import { KeepEnds1700000800000 } from './storage/migrations/1700000800000-keep-ends.js';
import { KeepConsentDemands1700001100000 } from './storage/migrations/1700001100000-keep-consent-demands.js';
import { ListCertificates1700001100001 } from './storage/migrations/1700001100001-list-certificates.js';
import { queryingPolicies } from './storage/policy-copy.js';
import { KeepDecisions1700001500000 } from './storage/migrations/1700001500000-keep-decisions.js';
import { QueryEventRepository } from './storage/query-event-repository.js';
import { QueryPool } from './storage/query-pool.js';
import { QueryWriter } from './storage/query-writer.js';
import { RecordUseRepository } from './storage/record-use-repository.js';
import { SEALED_TEMPLATE_VALUES, SecretValues } from './storage/secret-values.js';
import { businesses, consumers } from './storage/subject-projection.js';
import { TemplateReader } from './storage/template-reader.js';
import { CheckCoverage } from './use-cases/check-coverage.js';
import { CheckProduct } from './use-cases/check-product.js';
import { CheckTemplate } from './use-cases/check-template.js';
import { ExplainQuery } from './use-cases/explain-query.js';
import { ListQueryEvents } from './use-cases/list-query-events.js';
import { ListRecordUses } from './use-cases/list-record-uses.js';
import { QueryKybCertificate } from './use-cases/query-kyb-certificate.js';
import { QueryTemplate } from './use-cases/query-template.js';

@Service({
  name: 'product-query',
  config: productQueryConfig,
  sealed: SEALED_TEMPLATE_VALUES,
  rows: [CertificateRow],
  migrations: [
    CreateQueryTables1700000100000,
    CreateTemplateValues1700000200000,
    FindConsentsAndSubjects1700000300000,
    KeepNewestSections1700000400000,
    KeepLegalNames1700000700000,
    KeepEnds1700000800000,
    KeepEventsOfCopies1700000900100,
    FollowMerges1700001000000,
    KeepConsentDemands1700001100000,
    ListCertificates1700001100001,
    KeepDecisions1700001500000,
  ],
  http: [
    KybQueryController,
    CertificateController,
    CoverageCheckController,
    QueryEventsController,
    QueryExplanationController,
    RecordUsesController,
    ...templateQueryControllers,
  ],
  events: [
    OnAttestationChanged,
    OnConsentChanged,
    OnInstitutionRegistered,
    OnQueryingPolicySaved,
    OnRecordFurnished,
    OnSubjectIdentified,
  ],
  copies: [attestations, businesses, consents, consumers, institutions, queryingPolicies],
  metrics: [ProjectionLag],
  providers: [
    CheckCoverage,
    CheckProduct,
    CheckTemplate,
    DecisionRepository,
    ExplainQuery,
    InstitutionNames,
    KybReader,
    LargeValues,
    ListQueryEvents,
    ListRecordUses,
    QueryEventRepository,
    QueryKybCertificate,
    QueryPool,
    QueryTemplate,
    QueryWriter,
    RecordUseRepository,
    CertificateRepository,
    SecretValues,
    TemplateReader,
  ],
})
export class ProductQueryModule {}
