import { fieldsOf, kybCertificate, NAMING_MODEL, type FieldAccess, type Model } from '@ndx/catalog';
import type { StatedBusiness } from '@ndx/contracts';
import { sectionOf, type Section } from '../certificate/section-reader.js';
import { asKnown, type Candidate } from '../candidate.js';
import {
  appliedRules,
  recordsOf,
  selectionIn,
  type AppliedRules,
  type RecordVerdict,
} from '../explanation/explained-query.js';
import { HIDDEN_BY_CONSENT } from '../explanation/explanation-reader.js';
import { visibleDisputes } from '../open-dispute.js';
import { fieldSelectionOf } from '../policy/querying-policy.js';
import { pastCandidates, type FurnishedRecords } from '../replay/past-candidates.js';
import type { PastQuery } from '../replay/replay-certificate.js';
import { madeUpValue } from './made-up-values.js';

/** A section of a furnished record with made-up values, of which no consent hides any. */
export interface PastSection {
  readonly model: Model;
  readonly recordId: string;
  readonly furnishingEntityId: string;
  readonly isAttested: boolean;
  /** Whether the data set is disputed, or its furnisher had left. */
  readonly isUnsupported: boolean;
  /** Milliseconds since the epoch. */
  readonly furnishedAt: number;
  /** The time of furnishing where a consent hides the time of verification. */
  readonly performedAt: number;
  readonly section: Section;
  /** The name of the business as furnished; null where it is absent or hidden. */
  readonly legalName: string | null;
}

/**
 * The considered sections that no consent hides, by record id: of each furnisher the record that
 * decided. A record that it superseded is hidden, as in an explanation.
 */
export function pastSections(query: PastQuery, records: FurnishedRecords): PastSection[] {
  const [rules] = appliedRules(query);
  if (!rules) return [];
  const sections = kybCertificate.models.flatMap((model) =>
    recordsOf(query.decision, [rules], model.name)
      .filter(({ verdict }) => !HIDDEN_BY_CONSENT.has(verdict))
      .flatMap((verdict) => sectionsOf(verdict, model, rules, records)),
  );
  return sections.sort((a, b) => (a.recordId < b.recordId ? -1 : 1));
}

function sectionsOf(
  verdict: RecordVerdict,
  model: Model,
  rules: AppliedRules,
  records: FurnishedRecords,
): PastSection[] {
  const { furnishingEntityId, attestationId, hasLeft = false } = verdict;
  const access = rules.accessTo(furnishingEntityId);
  const mayRead = (field: string) => access.allows(model.name, field);
  const [candidate] = pastCandidates(
    [verdict],
    records,
    ({ dataset, model: name }) => dataset === kybCertificate.slug && name === model.name,
  );
  if (!candidate) return [];
  const known = asKnown(candidate, mayRead(model.performedAt));
  const { recordId, furnishedAt, performedAt } = known;
  return [
    {
      ...{ model, recordId, furnishedAt, performedAt, furnishingEntityId },
      isAttested: attestationId !== null,
      isUnsupported: hasLeft || visibleDisputes(candidate.disputes, recordId, mayRead).length > 0,
      section: madeUpSection(model, sectionOf(known), rules, mayRead),
      legalName: legalNameOf(known, access),
    },
  ];
}

function madeUpSection(
  model: Model,
  stated: Section,
  rules: AppliedRules,
  mayRead: (field: string) => boolean,
): Section {
  const selection = selectionIn(rules, model.name);
  const fields = new Map(fieldsOf(model).map((field) => [field.name, field]));
  const madeUp = (values: Section['data']) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        const field = fields.get(name);
        if (!field || field.type === 'date-time' || value === null || !mayRead(name)) return [];
        const accepted = fieldSelectionOf(selection, name)?.accepted_values ?? null;
        return [[name, madeUpValue(field, value, accepted)] as const];
      }),
    );
  return { assertions: madeUp(stated.assertions), data: madeUp(stated.data) };
}

function legalNameOf(
  { statedBusiness }: Pick<Candidate, 'statedBusiness'>,
  access: FieldAccess,
): string | null {
  if (statedBusiness === null || !access.allows(NAMING_MODEL, 'business_legal_name')) return null;
  return (JSON.parse(statedBusiness) as StatedBusiness).business_legal_name;
}
