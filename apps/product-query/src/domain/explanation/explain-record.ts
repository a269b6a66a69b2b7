import { excludingRules, type partRules, type RecordVerdict } from './explained-query.js';
import type { RecordExplanation } from './explanation.js';
import type { ExplanationReader } from './explanation-reader.js';
import type { RECORD_SENTENCES } from './sentences.js';

/** Why a candidate record is or is not in an answer; empty if the reader may not know. */
export function explainRecord(
  record: RecordVerdict,
  about: {
    readonly sentences: typeof RECORD_SENTENCES;
    /** The section or the template, as policies name it. */
    readonly model: string;
    readonly parts?: ReturnType<typeof partRules>;
  },
  reader: ExplanationReader,
  isCheck: boolean | undefined,
): RecordExplanation[] {
  const { rules, furnishingEntityId, verdict, field } = record;
  const { networkId } = rules;
  if (!reader.mayKnow(networkId, verdict)) return [];
  const code = reader.codeOf(verdict);
  const { days, dataset } = excludingRules(record, about.model, about.parts);
  const sentence = about.sentences[code]({ field, days, dataset, isCheck });
  return [{ networkId, furnishingEntityId, code, field: field ?? null, sentence }];
}
