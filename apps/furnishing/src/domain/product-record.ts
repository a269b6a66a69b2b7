import { identityName, sectionOf, storedSections, type Model, type Product } from '@ndx/catalog';
import type { Candidate, NamedSubject } from './candidate.js';
import { faultAt, type Fault, type Outcome } from './fault.js';

type Values = Readonly<Record<string, unknown>>;

/** The member of a record that names an identity which the network knows already. */
export const SUBJECT_ID = 'business_id';

/**
 * The candidate that a product's record of the right shape stands for, or what it lacks: one
 * subject, at least one section, and in each section the time of the verification (design 8).
 */
export function productCandidate(
  product: Product,
  record: Values,
  path: readonly string[],
): Outcome<Candidate> {
  const sections = product.models.filter((model) => isGiven(record[model.name]));
  const subject = subjectOf(product, record);
  const faults = [
    ...(subject ? [] : [subjectFault(product, record, path)]),
    ...(sections.length > 0 ? [] : [sectionFault(product, path)]),
    ...sections.flatMap((model) => timestampFaults(model, record, path)),
  ];
  if (!subject || faults.length > 0) return { faults };
  return { value: { path, dataset: product, subject, models: storedSections(product, record) } };
}

function subjectOf(product: Product, record: Values): NamedSubject | undefined {
  const [id, identity] = [record[SUBJECT_ID], record[identityName(product)]];
  if (isGiven(id) === isGiven(identity)) return undefined;
  if (typeof id === 'string') return { kind: 'business', id: id.toLowerCase() };
  return { kind: product.subject, identity: { ...(identity as Values) } };
}

function subjectFault(product: Product, record: Values, path: readonly string[]): Fault {
  const identity = identityName(product);
  return isGiven(record[SUBJECT_ID])
    ? faultAt([...path, SUBJECT_ID], `must not be given together with ${identity}`)
    : faultAt([...path, identity], `is required unless ${SUBJECT_ID} is given`);
}

function sectionFault(product: Product, path: readonly string[]): Fault {
  const names = product.models.map((model) => model.name).join(', ');
  return faultAt(path, `must hold at least one of ${names}`);
}

function timestampFaults(model: Model, record: Values, path: readonly string[]): Fault[] {
  const { assertions = {} } = sectionOf(record[model.name]);
  if (isGiven(assertions[model.performedAt])) return [];
  return [faultAt([...path, model.name, 'assertions', model.performedAt], 'is required')];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
