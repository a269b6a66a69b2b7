import {
  CreateNetworkTerms1700000000700,
  networkTerms,
  OnNetworkChanged,
  SEALED_FIELDS,
  Service,
} from '@ndx/service';
import { attestations, OnAttestationChanged } from './events/on-attestation-changed.js';
import {
  furnishingPolicies,
  OnFurnishingPolicySaved,
} from './events/on-furnishing-policy-saved.js';
import { OnSubjectSeparated } from './events/on-subject-separated.js';
import { DocumentsController } from './http/documents.controller.js';
import { DisputesController } from './http/disputes.controller.js';
import { InternalDisputesController } from './http/internal-disputes.controller.js';
import { InternalDocumentsController } from './http/internal-documents.controller.js';
import { InternalRecordsController } from './http/internal-records.controller.js';
import { PolicySimulationController } from './http/policy-simulation.controller.js';
import { productFurnishControllers } from './http/product-furnish.controllers.js';
import { RecordsController } from './http/records.controller.js';
import { SubmissionsController } from './http/submissions.controller.js';
import { templateFurnishControllers } from './http/template-furnish.controllers.js';
import { AcceptanceTerms } from './storage/acceptance-terms.js';
import { DisputeRepository } from './storage/dispute-repository.js';
import { DocumentReferences } from './storage/document-references.js';
import { DocumentRepository } from './storage/document-repository.js';
import { ExpiringDocuments } from './storage/expiring-documents.js';
import { DisputeRow } from './storage/dispute-row.js';
import { FurnishingPolicyReader } from './storage/furnishing-policy-reader.js';
import { CreateFurnishing1700000100000 } from './storage/migrations/1700000100000-create-furnishing.js';
import { PastRecords } from './storage/past-records.js';
import { RecordEndRow } from './storage/record-end-row.js';
import { RecordEnds } from './storage/record-ends.js';
import { RecordReader } from './storage/record-reader.js';
import { SubjectRecords } from './storage/subject-records.js';
import { SubmissionReader } from './storage/submission-reader.js';
import { SubmissionRepository } from './storage/submission-repository.js';
import { AcknowledgeDispute } from './use-cases/acknowledge-dispute.js';
import { CorrectRecords } from './use-cases/correct-records.js';
import { ChangeDisputeStatement } from './use-cases/change-dispute-statement.js';
import { DecideDispute } from './use-cases/decide-dispute.js';
import { ExamineRecords } from './use-cases/examine-records.js';
import { FurnishProduct } from './use-cases/furnish-product.js';
import { FurnishTemplate } from './use-cases/furnish-template.js';
import { OpenDispute } from './use-cases/open-dispute.js';
import { OWNED_DISPUTES } from './use-cases/recover-dispute.js';
import { OWNED_RECORD_ENDS } from './use-cases/recover-record-end.js';
import { SimulateAcceptance } from './use-cases/simulate-acceptance.js';
import { StoreSubmission } from './use-cases/store-submission.js';
import { UploadDocument } from './use-cases/upload-document.js';
import { WithdrawRecord } from './use-cases/withdraw-record.js';
import { furnishingConfig } from './furnishing.config.js';
import { DocumentScanner } from './clients/document-scanner.js';
import { RecordUses } from './clients/record-uses.js';
import { SubjectDirectory } from './clients/subject-directory.js';

@Service({
  name: 'furnishing',
  calls: ['entity', 'product-query'],
  config: furnishingConfig,
  sealed: [
    { table: 'furnished_record', column: 'models', members: SEALED_FIELDS },
    { table: 'document', column: 'file_name' },
    { table: 'document_part', column: 'content' },
  ],
  expiring: [ExpiringDocuments],
  rows: [RecordEndRow, DisputeRow],
  owns: [OWNED_RECORD_ENDS, OWNED_DISPUTES],
  audited: [
    'select s.network_id from record_end e join furnished_record r on r.id = e.id join submission s on s.id = r.submission_id',
    'select network_id from dispute',
  ],
  migrations: [CreateNetworkTerms1700000000700, CreateFurnishing1700000100000],
  http: [
    ...productFurnishControllers,
    ...templateFurnishControllers,
    SubmissionsController,
    RecordsController,
    DisputesController,
    DocumentsController,
    PolicySimulationController,
    InternalDisputesController,
    InternalDocumentsController,
    InternalRecordsController,
  ],
  events: [OnFurnishingPolicySaved, OnAttestationChanged, OnSubjectSeparated, OnNetworkChanged],
  readModels: [furnishingPolicies, attestations, networkTerms],
  providers: [
    AcceptanceTerms,
    DisputeRepository,
    DocumentRepository,
    DocumentReferences,
    DocumentScanner,
    UploadDocument,
    FurnishingPolicyReader,
    PastRecords,
    RecordUses,
    RecordEnds,
    RecordReader,
    SubjectRecords,
    SubmissionReader,
    SubmissionRepository,
    SubjectDirectory,
    CorrectRecords,
    ExamineRecords,
    StoreSubmission,
    FurnishProduct,
    FurnishTemplate,
    WithdrawRecord,
    OpenDispute,
    AcknowledgeDispute,
    DecideDispute,
    ChangeDisputeStatement,
    SimulateAcceptance,
  ],
})
export class FurnishingModule {}
