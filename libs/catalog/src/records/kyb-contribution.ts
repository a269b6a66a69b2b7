import { datasetBySlug } from '../datasets.js';
import { isDateTime, utcOf } from '../fields/date-time.js';
import type { Product } from '../product.js';
import { kybCertificate } from '../products/kyb-certificate.js';
import type { Section } from '../template.js';
import { completeModel, holdsData } from './complete-model.js';
import { sectionOf, type StoredModels } from './stored-models.js';

/** A section that a furnished record contributes to a product. */
export interface Contribution extends Section {
  readonly model: string;
  /** Time of the verification, ISO 8601 in UTC; null when unknown. */
  readonly performedAt: string | null;
}

/**
 * The complete sections that a furnished record of any data set contributes to the KYB certificate:
 * its own records unchanged, and records of a template as the template maps them.
 */
export function kybContribution(dataset: string, models: StoredModels): readonly Contribution[] {
  const sections = sectionsFor(kybCertificate, dataset, models);
  return kybCertificate.models.flatMap((model) => {
    const section = completeModel(model, sectionOf(sections[model.name]));
    if (!holdsData(section)) return [];
    const performed = section.assertions[model.performedAt];
    const performedAt =
      typeof performed === 'string' && isDateTime(performed) ? utcOf(performed) : null;
    return [{ model: model.name, ...section, performedAt }];
  });
}

function sectionsFor(
  product: Product,
  slug: string,
  models: StoredModels,
): Readonly<Record<string, unknown>> {
  const dataset = datasetBySlug(slug);
  if (dataset?.kind !== 'template') return slug === product.slug ? models : {};
  return dataset.feeds[product.slug]?.(models[slug] ?? {}) ?? {};
}
