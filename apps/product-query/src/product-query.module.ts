import { ArchivePlace, archivePlace } from '@ndx/archive';
import { CONFIG, Service } from '@ndx/service';
import { RecordDirectory } from './clients/record-directory.js';
import { attestations, OnAttestationChanged } from './events/on-attestation-changed.js';
import { OnConsentChanged } from './events/on-consent-changed.js';
import { institutions, OnInstitutionRegistered } from './events/on-institution-registered.js';
import { OnQueryingPolicySaved } from './events/on-querying-policy-saved.js';
import { OnDisputeChanged } from './events/on-dispute-changed.js';
import { OnRecordEnded, recordEnds } from './events/on-record-ended.js';
import { OnRecordFurnished } from './events/on-record-furnished.js';
import { OnSubjectSeparated } from './events/on-subject-separated.js';
import { OnSubjectIdentified } from './events/on-subject-identified.js';
import { CertificateController } from './http/certificate.controller.js';
import { CoverageCheckController } from './http/coverage-check.controller.js';
import { InternalUsesController } from './http/internal-uses.controller.js';
import { KybQueryController } from './http/kyb-query.controller.js';
import { QueryEvidenceController } from './http/query-evidence.controller.js';
import { QueryExplanationController } from './http/query-explanation.controller.js';
import { QueryEventsController } from './http/query-events.controller.js';
import { QueryReplayController } from './http/query-replay.controller.js';
import { RelianceFileController } from './http/reliance-file.controller.js';
import { RecordUsesController } from './http/record-uses.controller.js';
import { templateQueryControllers } from './http/template-query.controllers.js';
import { ProjectionLag } from './metrics/projection-lag.js';
import { ReplayMetrics } from './metrics/replay-metrics.js';
import { productQueryConfig, type ProductQueryConfig } from './product-query.config.js';
import { ArchiveReader } from './storage/archive-reader.js';
import { AttestationReader } from './storage/attestation-reader.js';
import { CertificateRepository } from './storage/certificate-repository.js';
import { CertificateRow } from './storage/certificate-row.js';
import { consents } from './storage/consent-read-model.js';
import { DailyCountRepository } from './storage/daily-count-repository.js';
import { DecisionRepository } from './storage/decision-repository.js';
import { InstitutionNames } from './storage/institution-names.js';
import { KybReader } from './storage/kyb-reader.js';
import { CreateQueryTables1700000100000 } from './storage/migrations/1700000100000-create-query-tables.js';
import { queryingPolicies } from './storage/policy-read-model.js';
import { QueryEventArchive } from './storage/query-event-archive.js';
import { QueryEventRepository } from './storage/query-event-repository.js';
import { QueryPool } from './storage/query-pool.js';
import { QueryWriter } from './storage/query-writer.js';
import { RecordDisputes } from './storage/record-disputes.js';
import { RecordEnds } from './storage/record-ends.js';
import { RecordUseRepository } from './storage/record-use-repository.js';
import { ReplayJournal } from './storage/replay-journal.js';
import { SEALED_STATEMENTS, SecretValues } from './storage/secret-values.js';
import { businesses, consumers } from './storage/subject-projection.js';
import { SubjectSeparations } from './storage/subject-separations.js';
import { TemplateReader } from './storage/template-reader.js';
import { Uploads } from './storage/uploads.js';
import { AnswerHash } from './use-cases/template/answer-hash.js';
import { ArchiveRows } from './use-cases/archive/archive-rows.js';
import { AssembleKyb } from './use-cases/certificate/assemble-kyb.js';
import { CheckCoverage } from './use-cases/coverage/check-coverage.js';
import { CheckProduct } from './use-cases/coverage/check-product.js';
import { CheckTemplate } from './use-cases/coverage/check-template.js';
import { CountDailyQueries } from './use-cases/query-events/count-daily-queries.js';
import { DraftPolicies } from './use-cases/replay/draft-policy.js';
import { RecordQuery } from './use-cases/query-events/record-query.js';
import { ExplainQuery } from './use-cases/explanation/explain-query.js';
import { ListQueryEvents } from './use-cases/query-events/list-query-events.js';
import { ListRecordUses } from './use-cases/query-events/list-record-uses.js';
import { QueryKybCertificate } from './use-cases/certificate/query-kyb-certificate.js';
import { QueryTemplate } from './use-cases/template/query-template.js';
import { ReadEvidence } from './use-cases/explanation/read-evidence.js';
import { BuildRelianceFile } from './use-cases/reliance/build-reliance-file.js';
import { CollectAnswerInputs } from './use-cases/reliance/answer-inputs.js';
import { LogMembers } from './use-cases/reliance/log-members.js';
import { ReaderMembers } from './use-cases/reliance/reader-members.js';
import { RecordMembers } from './use-cases/reliance/record-members.js';
import { SealRelianceFile } from './use-cases/reliance/seal-reliance-file.js';
import { SaltedCommitments } from './use-cases/reliance/salted-commitments.js';
import { SignIndex } from './use-cases/reliance/sign-index.js';
import { ReplayHistory } from './use-cases/replay/replay-history.js';
import { ReplayQuery } from './use-cases/replay/replay-query.js';
import { Replayer } from './use-cases/replay/replayer.js';
import { RestoreArchive } from './use-cases/archive/restore-archive.js';
import { VerifyArchive } from './use-cases/archive/verify-archive.js';

@Service({
  name: 'product-query',
  callsAsItself: ['furnishing'],
  config: productQueryConfig,
  sealed: SEALED_STATEMENTS,
  rows: [CertificateRow],
  migrations: [CreateQueryTables1700000100000],
  audited: ['select unnest(network_ids) from query_event'],
  http: [
    KybQueryController,
    CertificateController,
    CoverageCheckController,
    QueryEventsController,
    QueryEvidenceController,
    QueryExplanationController,
    QueryReplayController,
    RecordUsesController,
    RelianceFileController,
    InternalUsesController,
    ...templateQueryControllers,
  ],
  events: [
    OnAttestationChanged,
    OnConsentChanged,
    OnInstitutionRegistered,
    OnQueryingPolicySaved,
    OnRecordEnded,
    OnDisputeChanged,
    OnRecordFurnished,
    OnSubjectIdentified,
    OnSubjectSeparated,
  ],
  readModels: [
    attestations,
    businesses,
    consents,
    consumers,
    institutions,
    queryingPolicies,
    recordEnds,
  ],
  metrics: [ProjectionLag, ReplayMetrics],
  providers: [
    {
      provide: ArchivePlace,
      inject: [CONFIG],
      useFactory: (config: ProductQueryConfig) => archivePlace(config),
    },
    AnswerHash,
    ArchiveReader,
    ArchiveRows,
    AssembleKyb,
    AttestationReader,
    BuildRelianceFile,
    CheckCoverage,
    CheckProduct,
    CheckTemplate,
    CollectAnswerInputs,
    CountDailyQueries,
    DailyCountRepository,
    DecisionRepository,
    DraftPolicies,
    ExplainQuery,
    InstitutionNames,
    KybReader,
    ListQueryEvents,
    ListRecordUses,
    LogMembers,
    QueryEventArchive,
    QueryEventRepository,
    QueryKybCertificate,
    QueryPool,
    QueryTemplate,
    QueryWriter,
    ReadEvidence,
    ReaderMembers,
    RecordDirectory,
    RecordEnds,
    RecordDisputes,
    RecordMembers,
    RecordQuery,
    RecordUseRepository,
    ReplayHistory,
    ReplayJournal,
    ReplayQuery,
    Replayer,
    RestoreArchive,
    CertificateRepository,
    SaltedCommitments,
    SealRelianceFile,
    SecretValues,
    SignIndex,
    SubjectSeparations,
    TemplateReader,
    Uploads,
    VerifyArchive,
  ],
})
export class ProductQueryModule {}
