import {
  groupPartsOf,
  readsOf,
  templateBySlug,
  verificationTimesOf,
  type GroupPart,
  type Template,
} from '@ndx/catalog';
import { EXCLUSIONS, type Exclusion } from '@ndx/contracts';
import { asKnown, sourceOf, type Candidate, type KnownCandidate } from '../candidate.js';
import { matchOfNames, type NameMatch } from '../certificate/stated-business.js';
import { visibleDisputes } from '../open-dispute.js';
import type { TemplateRules } from '../policy/network-rules.js';
import { selectionOf, sourceExclusion } from '../policy/querying-policy.js';
import {
  consentHides,
  isCompared,
  isOpenFor,
  maySee,
  refusesValue,
  termsOf,
  type Terms,
} from './record-terms.js';
import type { RecordValues } from './template-record.js';

/** The id of a furnisher's current active attestation for a template; null without one. */
export type AttestationOf = (templateId: string, furnisherId: string) => string | null;

/** The legal name that a furnisher stated in a network; null when unknown. */
export type LegalNameOf = (networkId: string, furnisherId: string) => string | null;

export interface TemplateInput {
  readonly template: Template;
  /** Rules by network in the requested order, without closed networks. */
  readonly rulesByNetwork: ReadonlyMap<string, TemplateRules>;
  /** The newest record of each furnisher for each data set. */
  readonly records: readonly Candidate[];
  readonly attestationOf: AttestationOf;
  /** The legal name of the business that the furnisher itself stated last; null when unknown. */
  readonly legalNameOf: LegalNameOf;
  /** The decrypted value of a furnished field. */
  readonly open: (dataset: string, field: string, value: unknown) => unknown;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A rule that excludes a record, and the data set whose consent or policy has it. */
export interface ExcludedRecord {
  readonly rule: Exclusion;
  readonly field?: string;
  readonly dataset: string;
}

/** The part of a group in one record, as its reader may see it. */
export interface RecordReading {
  readonly part: GroupPart;
  readonly known: KnownCandidate;
  readonly terms: readonly Terms[];
  /** The readable values. */
  readonly values: RecordValues;
  readonly excludedBy: ExcludedRecord | undefined;
}

/** Reads each record of an open network for each part of the template's groups. */
export function readRecords(input: TemplateInput): RecordReading[] {
  return groupPartsOf(input.template).flatMap((part) =>
    input.records.flatMap((record) => {
      const network = input.rulesByNetwork.get(record.networkId);
      return network && record.model === part.dataset
        ? [readRecord(input, network, part, record)]
        : [];
    }),
  );
}

function readRecord(
  input: TemplateInput,
  network: TemplateRules,
  part: GroupPart,
  record: Candidate,
): RecordReading {
  const { template } = input;
  const candidate = { ...record, model: part.name };
  const terms = termsOf(template, network, part.dataset);
  if (!terms) {
    const excludedBy = { rule: 'dataset_closed', dataset: part.dataset } as const;
    return { part, known: asKnown(candidate, false), terms: [], values: {}, excludedBy };
  }
  const known = asKnown(candidate, isTimeShown(template, terms, part.dataset, record));
  const stored = valuesIn(known);
  const readable = part.reads.filter((read) => maySee(terms, read, known.furnishingEntityId));
  const values = Object.fromEntries(
    readable.flatMap(({ field }) => {
      const value = stored[field] ?? null;
      return value === null ? [] : [[field, value] as const];
    }),
  );
  const excludedBy =
    consentExclusion(part, known, terms, stored) ??
    (record.hasLeft ? { rule: 'furnisher_left' as const, dataset: template.slug } : undefined) ??
    originExclusion(input, part, known, terms) ??
    nameExclusion(input, known) ??
    unacceptedValue(part, terms, values, input) ??
    (Object.keys(values).length > 0
      ? undefined
      : { rule: 'nothing_readable' as const, dataset: template.slug });
  return { part, known, terms, values: excludedBy ? {} : values, excludedBy };
}

/** The stored values of a record. */
export function valuesIn({ text }: Pick<Candidate, 'text'>): RecordValues {
  return JSON.parse(text) as RecordValues;
}

/** A list of accepted values may hide a time of verification, so the time then counts as hidden. */
function isTimeShown(
  template: Template,
  terms: readonly Terms[],
  dataset: string,
  { furnishingEntityId }: Candidate,
): boolean {
  const source = templateBySlug(dataset);
  const reads = readsOf(template).filter((read) => read.dataset === dataset);
  return (source ? verificationTimesOf(source) : []).every((time) => {
    const read = reads.find(({ field }) => field === time);
    return read && maySee(terms, read, furnishingEntityId) && !isCompared(terms, read);
  });
}

/** Why consent leaves nothing of a part: no stated value is of a consented field, or none is granted. */
function consentExclusion(
  { reads }: GroupPart,
  { furnishingEntityId }: Candidate,
  terms: readonly Terms[],
  stored: RecordValues,
): ExcludedRecord | undefined {
  const hiding = reads.map((read) =>
    terms.flatMap((one) => {
      const rule = consentHides(one, read, furnishingEntityId);
      return rule ? [{ rule, dataset: one.template.slug }] : [];
    }),
  );
  const isStated = reads.map(({ field }) => (stored[field] ?? null) !== null);
  if (hiding.some((rules, place) => isStated[place] && rules.length === 0)) return undefined;
  const found = hiding.flatMap(([first], place) => (first && isStated[place] ? [first] : []));
  return found.find(({ rule }) => rule === 'grant') ?? found[0] ?? hiding.flat()[0];
}

/** The first rule, in the order of `EXCLUSIONS`, by which a policy rejects the origin of a record. */
function originExclusion(
  { attestationOf, now }: TemplateInput,
  { reads }: GroupPart,
  known: KnownCandidate,
  terms: readonly Terms[],
): ExcludedRecord | undefined {
  const disputes = visibleDisputes(known.disputes, known.recordId, (name) =>
    reads.some(
      (read) =>
        [read.field, read.governedBy].includes(name) &&
        maySee(terms, read, known.furnishingEntityId),
    ),
  );
  const found = terms.flatMap(({ template: { id, slug }, policy }) => {
    const attestationId = attestationOf(id, known.furnishingEntityId);
    const source = sourceOf(known, attestationId, disputes);
    const rule = sourceExclusion(selectionOf(policy, slug), source, now);
    return rule ? [{ rule, dataset: slug }] : [];
  });
  return found.sort((a, b) => EXCLUSIONS.indexOf(a.rule) - EXCLUSIONS.indexOf(b.rule))[0];
}

/** The policy may require the legal name of the consent. */
function nameExclusion(input: TemplateInput, known: KnownCandidate): ExcludedRecord | undefined {
  const { slug } = input.template;
  const policy = input.rulesByNetwork.get(known.networkId)?.policy;
  const isRequired = policy && selectionOf(policy, slug)?.name_match === 'require';
  if (!isRequired || statedNameMatch(input, known) === 'same') return undefined;
  return { rule: 'name_differs', dataset: slug };
}

/** Whether the furnisher of a record names the business as the consent does. */
export function statedNameMatch(
  input: TemplateInput,
  origin: Pick<Candidate, 'networkId' | 'furnishingEntityId'>,
): NameMatch {
  const { networkId, furnishingEntityId } = origin;
  const output = input.template.outputs.find(({ source }) => source.kind === 'legal-name');
  if (!output) return 'same';
  return matchOfNames(input.rulesByNetwork.get(networkId)?.consent, {
    isVisible: isOpenFor(input, output, origin),
    stated: () => input.legalNameOf(networkId, furnishingEntityId),
  });
}

/** The first field whose readable value is not an accepted one (decision 0002). */
function unacceptedValue(
  { reads, dataset }: GroupPart,
  terms: readonly Terms[],
  values: RecordValues,
  { open }: TemplateInput,
): ExcludedRecord | undefined {
  for (const read of reads.filter((one) => isCompared(terms, one))) {
    const value = values[read.field] ?? null;
    const refusing = refusesValue(
      terms,
      read,
      value === null ? null : open(dataset, read.field, value),
    );
    if (refusing) {
      return {
        rule: 'value_not_accepted',
        field: refusing.nameOf(read),
        dataset: refusing.template.slug,
      };
    }
  }
  return undefined;
}
