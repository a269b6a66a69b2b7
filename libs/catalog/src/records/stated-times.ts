import { verificationTimesOf } from '../access/field-names.js';
import { datasetBySlug } from '../datasets.js';
import { isDateTime, utcOf } from '../fields/date-time.js';
import { kybCertificate } from '../products/kyb-certificate.js';
import type { Template } from '../template.js';
import { kybContribution } from './kyb-contribution.js';
import type { StoredModels } from './stored-models.js';

/** A part of a record that a later record replaces as a whole, and when it was verified. */
export interface StatedPart {
  readonly dataset: string;
  readonly model: string;
  /** ISO 8601 in UTC; null when the record states no time. */
  readonly performedAt: string | null;
}

/** The sections of a certificate and the data of a template that a record states. */
export function statedParts(dataset: string, models: StoredModels): StatedPart[] {
  const sections = kybContribution(dataset, models).map(({ model, performedAt }) => ({
    dataset: kybCertificate.slug,
    model,
    performedAt,
  }));
  const own = datasetBySlug(dataset);
  if (own?.kind !== 'template') return sections;
  return [...sections, { dataset, model: dataset, performedAt: firstTime(own, models) }];
}

/** The first verification time: all steps of a verification are at least as recent. */
export function firstTime(template: Template, models: StoredModels): string | null {
  const [first = null] = verificationTimesOf(template)
    .flatMap((field) => {
      const time = models[template.slug]?.[field];
      return typeof time === 'string' && isDateTime(time) ? [utcOf(time)] : [];
    })
    .sort();
  return first;
}
