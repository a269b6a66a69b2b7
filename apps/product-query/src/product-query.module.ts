import { ArchivePlace, archivePlace } from '@ndx/archive';
import {
  CONFIG,
  CreateNetworkTerms1700000000700,
  networkTerms,
  OnNetworkChanged,
  Service,
} from '@ndx/service';
import { DisputeStatements } from './clients/dispute-statements.js';
import { DocumentDirectory } from './clients/document-directory.js';
import { RecordDirectory } from './clients/record-directory.js';
import { WebhookReceivers } from './clients/webhook-receivers.js';
import { attestations, OnAttestationChanged } from './events/on-attestation-changed.js';
import { OnConsentChanged } from './events/on-consent-changed.js';
import { institutions, OnInstitutionRegistered } from './events/on-institution-registered.js';
import { OnQueryingPolicySaved } from './events/on-querying-policy-saved.js';
import { disputes, OnDisputeChanged } from './events/on-dispute-changed.js';
import { OnRecordEnded, recordEnds } from './events/on-record-ended.js';
import { OnRecordFurnished } from './events/on-record-furnished.js';
import { OnSubjectSeparated } from './events/on-subject-separated.js';
import { OnSubjectIdentified } from './events/on-subject-identified.js';
import { AnswerDocumentsController } from './http/answer-documents.controller.js';
import { CertificateController } from './http/certificate.controller.js';
import { CoverageCheckController } from './http/coverage-check.controller.js';
import { FurnishedValuesController } from './http/furnished-values.controller.js';
import { InternalSimulationsController } from './http/internal-simulations.controller.js';
import { InternalUsesController } from './http/internal-uses.controller.js';
import { KybQueryController } from './http/kyb-query.controller.js';
import { NoticesController } from './http/notices.controller.js';
import { NoticeDeliveriesController } from './http/notice-deliveries.controller.js';
import { NoticeEndpointsController } from './http/notice-endpoints.controller.js';
import { QueryEvidenceController } from './http/query-evidence.controller.js';
import { QueryExplanationController } from './http/query-explanation.controller.js';
import { QueryEventsController } from './http/query-events.controller.js';
import { QueryReplayController } from './http/query-replay.controller.js';
import { RelianceFileController } from './http/reliance-file.controller.js';
import { RecordUsesController } from './http/record-uses.controller.js';
import { SavedPolicyTestController } from './http/saved-policy-test.controller.js';
import { SimulationsController } from './http/simulations.controller.js';
import { templateQueryControllers } from './http/template-query.controllers.js';
import { ProjectionLag } from './metrics/projection-lag.js';
import { NoticeMetrics } from './metrics/notice-metrics.js';
import { ReplayMetrics } from './metrics/replay-metrics.js';
import { WebhookMetrics } from './metrics/webhook-metrics.js';
import { productQueryConfig, type ProductQueryConfig } from './product-query.config.js';
import { AttestationReader } from './storage/attestation-reader.js';
import { auditedQueries } from './storage/audited-queries.js';
import { CertificateRepository } from './storage/certificate-repository.js';
import { consents } from './storage/consent-read-model.js';
import { DailyCountRepository } from './storage/daily-count-repository.js';
import { DecisionRepository } from './storage/decision-repository.js';
import { DueAnswers } from './storage/due-answers.js';
import { DueEnds } from './storage/due-ends.js';
import { DueSeparations } from './storage/due-separations.js';
import { ExpiringAnswers, ExpiringNotices } from './storage/expiring-notices.js';
import { ExpiringSimulatedQueries, ExpiringSimulations } from './storage/expiring-simulations.js';
import { DeliveryQueue } from './storage/delivery-queue.js';
import { ExpiringDeliveries } from './storage/expiring-deliveries.js';
import { FurnishedValueCounts } from './storage/furnished-value-counts.js';
import { InstitutionNames } from './storage/institution-names.js';
import { KybReader } from './storage/kyb-reader.js';
import { CreateQueryTables1700000100000 } from './storage/migrations/1700000100000-create-query-tables.js';
import { NoticeDeliveries } from './storage/notice-deliveries.js';
import { NoticeEndpointRow } from './storage/notice-endpoint-row.js';
import { NoticeEndpoints, SEALED_ENDPOINTS } from './storage/notice-endpoints.js';
import { CreateNotices1700000100100 } from './storage/migrations/1700000100100-create-notices.js';
import { CreateSimulations1700000100200 } from './storage/migrations/1700000100200-create-simulations.js';
import { NoticeBackfills } from './storage/notice-backfills.js';
import { NoticeCauses } from './storage/notice-causes.js';
import { NoticeRepository } from './storage/notice-repository.js';
import { NoticeRow } from './storage/notice-row.js';
import { CurrentRecords } from './storage/current-records.js';
import { PastQueries } from './storage/past-queries.js';
import { queryingPolicies } from './storage/policy-read-model.js';
import { QueryEventRepository } from './storage/query-event-repository.js';
import { QueryPool } from './storage/query-pool.js';
import { QueryTexts } from './storage/query-texts.js';
import { QueryWriter } from './storage/query-writer.js';
import { RecordDisputes } from './storage/record-disputes.js';
import { RecordEnds } from './storage/record-ends.js';
import { VersionOrigins } from './storage/version-origins.js';
import { RecordUseRepository } from './storage/record-use-repository.js';
import { ReplayJournal } from './storage/replay-journal.js';
import { RunningSimulations } from './storage/running-simulations.js';
import { SimulatedQueryRow, SimulationRow } from './storage/simulation-row.js';
import { Simulations } from './storage/simulations.js';
import { SEALED_STATEMENTS, SecretValues } from './storage/secret-values.js';
import { businesses, consumers } from './storage/subject-projection.js';
import { SubjectSeparations } from './storage/subject-separations.js';
import { TemplateReader } from './storage/template-reader.js';
import { TextPartitions } from './storage/text-partitions.js';
import { Uploads } from './storage/uploads.js';
import { AnswerHash } from './use-cases/template/answer-hash.js';
import { ArchiveTexts } from './use-cases/archive/archive-texts.js';
import { PartitionWorker } from './use-cases/archive/partition-worker.js';
import { AssembleTemplate } from './use-cases/template/assemble-template.js';
import { AssembleKyb } from './use-cases/certificate/assemble-kyb.js';
import { CheckCoverage } from './use-cases/coverage/check-coverage.js';
import { CheckProduct } from './use-cases/coverage/check-product.js';
import { CheckTemplate } from './use-cases/coverage/check-template.js';
import { CountAnswers } from './use-cases/query-events/count-answers.js';
import { CountDailyQueries } from './use-cases/query-events/count-daily-queries.js';
import { CountQueryEvents } from './use-cases/query-events/count-query-events.js';
import { DraftPolicies } from './use-cases/replay/draft-policy.js';
import { RecordQuery } from './use-cases/query-events/record-query.js';
import { ExplainQuery } from './use-cases/explanation/explain-query.js';
import { ListQueryEvents } from './use-cases/query-events/list-query-events.js';
import { ListRecordUses } from './use-cases/query-events/list-record-uses.js';
import { AssembleToday } from './use-cases/notices/assemble-today.js';
import { NoticeWorker } from './use-cases/notices/notice-worker.js';
import { RenewCertificate } from './use-cases/notices/renew-certificate.js';
import { ReviewAnswers } from './use-cases/notices/review-answers.js';
import { QueryKybCertificate } from './use-cases/certificate/query-kyb-certificate.js';
import { QueryTemplate } from './use-cases/template/query-template.js';
import { AnswerDocuments } from './use-cases/answer-documents/answer-documents.js';
import { ReadEvidence } from './use-cases/explanation/read-evidence.js';
import { AdministerEndpoints } from './use-cases/notices/administer-endpoints.js';
import { CheckEndpointTerms } from './use-cases/notices/check-endpoint-terms.js';
import { DeliverNotice } from './use-cases/notices/deliver-notice.js';
import { EndpointSecrets } from './use-cases/notices/endpoint-secrets.js';
import { NoticeSender } from './use-cases/notices/notice-sender.js';
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
import { ConsideredRecords } from './use-cases/replay/considered-records.js';
import { Replayer } from './use-cases/replay/replayer.js';
import { Simulator } from './use-cases/replay/simulator.js';
import { SaveQueryAsTest } from './use-cases/replay/save-query-as-test.js';
import { CountFurnishedValues } from './use-cases/records/count-furnished-values.js';
import { SettleSeparations } from './use-cases/records/settle-separations.js';
import { AdvanceSimulations } from './use-cases/simulation/advance-simulations.js';
import { CancelSimulation } from './use-cases/simulation/cancel-simulation.js';
import { FindNewestSimulation } from './use-cases/simulation/find-newest-simulation.js';
import { SimulatedResults } from './use-cases/simulation/simulated-results.js';
import { SimulationWorker } from './use-cases/simulation/simulation-worker.js';
import { StartSimulation } from './use-cases/simulation/start-simulation.js';
import { StandingRecordsWorker } from './use-cases/records/standing-records-worker.js';
import { RestoreArchive } from './use-cases/archive/restore-archive.js';
import { VerifyArchive } from './use-cases/archive/verify-archive.js';

@Service({
  name: 'product-query',
  callsAsItself: ['furnishing'],
  config: productQueryConfig,
  sealed: [...SEALED_STATEMENTS, ...SEALED_ENDPOINTS],
  rows: [NoticeEndpointRow, NoticeRow, SimulatedQueryRow, SimulationRow],
  migrations: [
    CreateNetworkTerms1700000000700,
    CreateQueryTables1700000100000,
    CreateNotices1700000100100,
    CreateSimulations1700000100200,
  ],
  audited: ['select unnest(network_ids) from query_event', 'select entity_id from notice_endpoint'],
  storedEvents: auditedQueries,
  http: [
    KybQueryController,
    AnswerDocumentsController,
    CertificateController,
    CoverageCheckController,
    FurnishedValuesController,
    NoticeDeliveriesController,
    NoticeEndpointsController,
    NoticesController,
    QueryEventsController,
    QueryEvidenceController,
    QueryExplanationController,
    QueryReplayController,
    RecordUsesController,
    RelianceFileController,
    SavedPolicyTestController,
    SimulationsController,
    InternalSimulationsController,
    InternalUsesController,
    ...templateQueryControllers,
  ],
  events: [
    OnAttestationChanged,
    OnConsentChanged,
    OnInstitutionRegistered,
    OnNetworkChanged,
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
    disputes,
    institutions,
    networkTerms,
    queryingPolicies,
    recordEnds,
  ],
  metrics: [NoticeMetrics, ProjectionLag, ReplayMetrics, WebhookMetrics],
  background: [
    NoticeSender,
    NoticeWorker,
    PartitionWorker,
    SimulationWorker,
    StandingRecordsWorker,
  ],
  expiring: [
    ExpiringAnswers,
    ExpiringDeliveries,
    ExpiringNotices,
    ExpiringSimulatedQueries,
    ExpiringSimulations,
  ],
  providers: [
    {
      provide: ArchivePlace,
      inject: [CONFIG],
      useFactory: (config: ProductQueryConfig) => archivePlace(config),
    },
    AdministerEndpoints,
    AdvanceSimulations,
    AnswerHash,
    ArchiveTexts,
    AssembleKyb,
    AssembleTemplate,
    AssembleToday,
    AttestationReader,
    BuildRelianceFile,
    CancelSimulation,
    CheckCoverage,
    CheckEndpointTerms,
    CheckProduct,
    CheckTemplate,
    CollectAnswerInputs,
    CountAnswers,
    CountDailyQueries,
    CountQueryEvents,
    CountFurnishedValues,
    DailyCountRepository,
    DecisionRepository,
    DeliverNotice,
    DeliveryQueue,
    DisputeStatements,
    DraftPolicies,
    EndpointSecrets,
    DueAnswers,
    DueEnds,
    DueSeparations,
    ExplainQuery,
    FindNewestSimulation,
    FurnishedValueCounts,
    InstitutionNames,
    KybReader,
    ListQueryEvents,
    ListRecordUses,
    LogMembers,
    NoticeDeliveries,
    NoticeEndpoints,
    NoticeBackfills,
    NoticeCauses,
    NoticeRepository,
    CurrentRecords,
    PastQueries,
    QueryEventRepository,
    QueryKybCertificate,
    QueryPool,
    QueryTemplate,
    QueryTexts,
    QueryWriter,
    ReadEvidence,
    ReaderMembers,
    DocumentDirectory,
    AnswerDocuments,
    RecordDirectory,
    RecordEnds,
    VersionOrigins,
    RecordDisputes,
    RecordMembers,
    RecordQuery,
    RecordUseRepository,
    ReplayHistory,
    ReplayJournal,
    ReplayQuery,
    SaveQueryAsTest,
    RenewCertificate,
    ConsideredRecords,
    Simulator,
    Replayer,
    RestoreArchive,
    ReviewAnswers,
    RunningSimulations,
    CertificateRepository,
    SaltedCommitments,
    SealRelianceFile,
    SecretValues,
    SettleSeparations,
    SignIndex,
    SimulatedResults,
    Simulations,
    StartSimulation,
    SubjectSeparations,
    TemplateReader,
    TextPartitions,
    Uploads,
    VerifyArchive,
    WebhookReceivers,
  ],
})
export class ProductQueryModule {}
