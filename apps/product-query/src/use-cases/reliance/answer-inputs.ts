import { operationFailed } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { RecordDirectory } from '../../clients/record-directory.js';
import type { Decision } from '../../domain/decision/decision.js';
import {
  certificateContents,
  type AnswerContents,
} from '../../domain/reliance/certificate-contents.js';
import { consideredRecords } from '../../domain/replay/past-candidates.js';
import { replayCertificate } from '../../domain/replay/replay-certificate.js';
import type { DecidedQuery } from '../../storage/decision-repository.js';
import { pastQueryOf } from '../replay/replayer.js';

/** The answer to a query, and the inputs from which it is assembled again. */
export interface AnswerInputs extends AnswerContents {
  /** The answer as issued; undefined without a result. */
  readonly answer: string | undefined;
}

/** Collects the inputs of past answers for reliance files. */
@Injectable()
export class CollectAnswerInputs {
  constructor(private readonly directory: RecordDirectory) {}

  /** @throws OPERATION_FAILED when furnishing does not answer, or the inputs make another answer */
  async of(query: DecidedQuery & { readonly decision: Decision }): Promise<AnswerInputs> {
    const records = await this.directory.read(consideredRecords(query.decision));
    const past = pastQueryOf(query, records);
    if ('code' in past || 'template' in past) throw notReproduced();
    const replayed = replayCertificate(past, records);
    if (replayed.body !== query.certificate) throw notReproduced();
    return { answer: query.certificate, ...certificateContents(past, replayed) };
  }
}

const notReproduced = () =>
  operationFailed('service_unavailable', 'the answer cannot be assembled again');
