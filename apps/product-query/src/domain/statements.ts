import { firstTime, isRead, kybCertificate, kybContribution, templateBySlug } from '@ndx/catalog';
import type { PayloadOf, RecordFurnished } from '@ndx/contracts';
import { sectionText } from './certificate/section-text.js';
import { splitUploads, type RecordValues } from './template/template-record.js';

export type FurnishedRecord = PayloadOf<typeof RecordFurnished>;

/** What a furnished record states of a section of the certificate, or as a template's data. */
export interface Statement {
  /** The product, or the template. */
  readonly dataset: string;
  /** The section, or the template. */
  readonly model: string;
  /** ISO 8601; without a verification time the time of furnishing, the latest possible time. */
  readonly performedAt: string;
  readonly text: string;
  /** The values that `text` only marks, as a JSON object; null without any. */
  readonly uploads: string | null;
}

/** The statements of a record, whatever its data set. Fields that no query reads stay in furnishing. */
export function statementsOf(record: FurnishedRecord): Statement[] {
  const { content, uploads } = splitUploads(readValues(record));
  return [
    ...sectionsOf(record),
    ...dataOf(record, JSON.stringify(content), uploads && JSON.stringify(uploads)),
  ];
}

/** The same with every value in the text. */
export function wholeStatementsOf(record: FurnishedRecord): readonly Statement[] {
  const values = JSON.stringify(readValues(record));
  return [...sectionsOf(record), ...dataOf(record, values, null)];
}

function sectionsOf({ dataset, models, furnished_at }: FurnishedRecord): Statement[] {
  return kybContribution(dataset, models).map((section) => ({
    dataset: kybCertificate.slug,
    model: section.model,
    performedAt: section.performedAt ?? furnished_at,
    text: sectionText(section),
    uploads: null,
  }));
}

function dataOf(
  { dataset, models, furnished_at }: FurnishedRecord,
  text: string,
  uploads: string | null,
): Statement[] {
  const template = templateBySlug(dataset);
  if (!template) return [];
  const performedAt = firstTime(template, models) ?? furnished_at;
  return [{ dataset, model: dataset, performedAt, text, uploads }];
}

function readValues({ dataset, models }: FurnishedRecord): RecordValues {
  return Object.fromEntries(
    Object.entries(models[dataset] ?? {}).filter(([field]) => isRead(dataset, field)),
  );
}
