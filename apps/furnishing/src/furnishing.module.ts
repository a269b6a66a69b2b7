import { SEALED_FIELDS, Service } from '@ndx/service';
import { attestations, OnAttestationChanged } from './events/on-attestation-changed.js';
import {
  furnishingPolicies,
  OnFurnishingPolicySaved,
} from './events/on-furnishing-policy-saved.js';
import { OnSubjectSeparated } from './events/on-subject-separated.js';
import { InternalRecordsController } from './http/internal-records.controller.js';
import { productFurnishControllers } from './http/product-furnish.controllers.js';
import { SubmissionsController } from './http/submissions.controller.js';
import { templateFurnishControllers } from './http/template-furnish.controllers.js';
import { AcceptanceTerms } from './storage/acceptance-terms.js';
import { CreateFurnishing1700000100000 } from './storage/migrations/1700000100000-create-furnishing.js';
import { RecordReader } from './storage/record-reader.js';
import { SubjectRecords } from './storage/subject-records.js';
import { SubmissionReader } from './storage/submission-reader.js';
import { SubmissionRepository } from './storage/submission-repository.js';
import { ExamineRecords } from './use-cases/examine-records.js';
import { FurnishProduct } from './use-cases/furnish-product.js';
import { FurnishTemplate } from './use-cases/furnish-template.js';
import { StoreSubmission } from './use-cases/store-submission.js';
import { SubjectDirectory } from './clients/subject-directory.js';

@Service({
  name: 'furnishing',
  calls: ['entity'],
  sealed: [{ table: 'furnished_record', column: 'models', members: SEALED_FIELDS }],
  rows: [],
  migrations: [CreateFurnishing1700000100000],
  http: [
    ...productFurnishControllers,
    ...templateFurnishControllers,
    SubmissionsController,
    InternalRecordsController,
  ],
  events: [OnFurnishingPolicySaved, OnAttestationChanged, OnSubjectSeparated],
  readModels: [furnishingPolicies, attestations],
  providers: [
    AcceptanceTerms,
    RecordReader,
    SubjectRecords,
    SubmissionReader,
    SubmissionRepository,
    SubjectDirectory,
    ExamineRecords,
    StoreSubmission,
    FurnishProduct,
    FurnishTemplate,
  ],
})
export class FurnishingModule {}
