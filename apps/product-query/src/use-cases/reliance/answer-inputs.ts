import { operationFailed } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { RecordDirectory } from '../../clients/record-directory.js';
import type { Decision } from '../../domain/decision/decision.js';
import type { AnswerContents } from '../../domain/reliance/answer-contents.js';
import { certificateContents } from '../../domain/reliance/certificate-contents.js';
import { templateContents } from '../../domain/reliance/template-contents.js';
import { consideredRecords } from '../../domain/replay/past-candidates.js';
import { replayCertificate } from '../../domain/replay/replay-certificate.js';
import { replayTemplate } from '../../domain/replay/replay-template.js';
import type { DecidedQuery } from '../../storage/decision-repository.js';
import { SecretValues } from '../../storage/secret-values.js';
import { pastQueryOf } from '../replay/replayer.js';
import { AnswerHash } from '../template/answer-hash.js';

/** The answer to a query, and the inputs from which it is assembled again. */
export interface AnswerInputs extends AnswerContents {
  /** The answer as issued; undefined without a result. */
  readonly answer: string | undefined;
}

/** Collects the inputs of past answers for reliance files. */
@Injectable()
export class CollectAnswerInputs {
  constructor(
    private readonly directory: RecordDirectory,
    private readonly secrets: SecretValues,
    private readonly answerHash: AnswerHash,
  ) {}

  /** @throws OPERATION_FAILED when furnishing does not answer, or the inputs make another answer */
  async of(query: DecidedQuery & { readonly decision: Decision }): Promise<AnswerInputs> {
    const records = await this.directory.readStated(consideredRecords(query.decision));
    const past = pastQueryOf(query, records);
    if ('code' in past) throw notReproduced();
    if ('product' in past) {
      const replayed = replayCertificate(past, records);
      if (replayed.body !== query.certificate) throw notReproduced();
      return { answer: replayed.body, ...certificateContents(past, replayed) };
    }
    const { open } = this.secrets;
    const replayed = replayTemplate(past, { open, records });
    const { body } = replayed;
    const hash = body === undefined ? undefined : this.answerHash.of(body);
    if (hash !== past.decided.answer) throw notReproduced();
    return { answer: body, ...templateContents(past, replayed, open) };
  }
}

const notReproduced = () =>
  operationFailed('service_unavailable', 'the answer cannot be assembled again');
