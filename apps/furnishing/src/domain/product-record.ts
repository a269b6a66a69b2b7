import { identityName, storedSections, subjectIdName, type Product } from '@ndx/catalog';
import { correctedId, type Candidate, type NamedSubject } from './candidate.js';
import { faultAt, type Fault, type Outcome } from './fault.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * The candidate of a product's record with a valid shape, or the missing parts: it needs one
 * subject, and at least one section (design 8).
 */
export function productCandidate(
  product: Product,
  record: Values,
  path: readonly string[],
): Outcome<Candidate> {
  const subject = subjectOf(product, record);
  const faults = missingParts(product, record, path);
  if (!subject || faults.length > 0) return { faults };
  const stored = { corrects: correctedId(record), models: storedSections(product, record) };
  return { value: { path, dataset: product, subject, ...stored } };
}

/** The faults of a record, of any shape, without exactly one subject or without a section. */
export function missingParts(
  product: Product,
  record: Values,
  path: readonly string[],
): readonly Fault[] {
  const hasSection = product.models.some((model) => isGiven(record[model.name]));
  return [
    ...(namesOneSubject(product, record) ? [] : [subjectFault(product, record, path)]),
    ...(hasSection ? [] : [sectionFault(product, path)]),
  ];
}

function subjectOf(product: Product, record: Values): NamedSubject | undefined {
  if (!namesOneSubject(product, record)) return undefined;
  const [id, identity] = [record[subjectIdName(product)], record[identityName(product)]];
  if (typeof id === 'string') return { kind: 'business', id: id.toLowerCase() };
  return { kind: product.subject, identity: { ...(identity as Values) } };
}

function namesOneSubject(product: Product, record: Values): boolean {
  return isGiven(record[subjectIdName(product)]) !== isGiven(record[identityName(product)]);
}

function subjectFault(product: Product, record: Values, path: readonly string[]): Fault {
  const [id, identity] = [subjectIdName(product), identityName(product)];
  return isGiven(record[id])
    ? faultAt('invalid_value', [...path, id], `must not be given together with ${identity}`)
    : faultAt('invalid_value', [...path, identity], `is required unless ${id} is given`);
}

function sectionFault(product: Product, path: readonly string[]): Fault {
  const names = product.models.map((model) => model.name).join(', ');
  return faultAt('invalid_value', path, `must hold at least one of ${names}`);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
