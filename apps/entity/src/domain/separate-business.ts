import { comparableLegalName } from '@ndx/catalog';
import { BOUNDS, conflict, invalid, newId, quoted } from '@ndx/contracts';
import { MAX_EIN_KEYS, type Business, type BusinessDescription } from './business.js';
import { everySaid, inOrder, type Statement } from './statements.js';
import { labelOf } from './subject.js';

/** A record about the business, as its furnisher stated it. */
export interface StatedRecord {
  readonly id: string;
  readonly entityId: string;
  readonly legalName: string | null;
  readonly furnishedAt: string;
  /** The hash of the stated registration; null without one. */
  readonly registration: string | null;
  /** The hash of the registration with the legal name; null without both. */
  readonly nameKey: string | null;
}

/** A consent that was recorded for the business. */
export interface StatedConsent {
  readonly id: string;
  readonly entityId: string;
  readonly legalName: string | null;
}

/** The business, and everything that refers to it. */
export interface Separable {
  readonly business: Business;
  readonly records: readonly StatedRecord[];
  readonly consents: readonly StatedConsent[];
}

/** What a governor chose: whole institutions, and records of others. */
export interface Choice {
  readonly entityIds: readonly string[];
  readonly recordIds: readonly string[];
}

/** The keys of a business with one of its legal names. */
export type KeysOfName = (
  business: Business,
  legalName: string,
) => { readonly nameKeys: readonly string[]; readonly einKey: string | null };

export interface Separated {
  readonly kept: Business;
  readonly separated: Business;
  readonly recordIds: readonly string[];
  readonly consentIds: readonly string[];
  /** The legal names that only moved statements and records state. */
  readonly legalNames: readonly string[];
}

/** @throws VALIDATION_ERROR for a choice of something else, or of parts that cannot be told apart */
export function separateBusiness(
  { business, records, consents }: Separable,
  choice: Choice,
  keysOf: KeysOfName,
  now: Date,
): Separated {
  requireParts({ business, records, consents }, choice);
  const moves = ({ id, entityId }: StatedRecord) =>
    choice.entityIds.includes(entityId) || choice.recordIds.includes(id);
  const moved = records.filter(moves);
  const kept = records.filter((record) => !moves(record));
  const [statements, keptStatements] = dividedStatements(business, moved, kept, choice);
  const [first, ...others] = statements;
  const [keptFirst, ...keptOthers] = keptStatements;
  if (!first || !keptFirst) throw inseparable('no statement would be left of the subject');

  const keptNames = namesIn(keptStatements, kept);
  const movedNames = namesIn(statements, moved);
  const legalNames = [...movedNames].flatMap(([name, legalName]) =>
    keptNames.has(name) ? [] : legalName,
  );
  const registrations = movedRegistrations(business, moved, kept);
  const staying = business.registrations.filter((one) => !registrations.includes(one));
  const keys = legalNames.map((name) => keysOf({ ...business, registrations: staying }, name));
  const einKeys = keys.flatMap(({ einKey }) =>
    einKey !== null && business.einKeys.includes(einKey) ? einKey : [],
  );
  const nameKeys = nameKeysOf(moved, kept, keys);
  const id = newId();
  const separated: Business = {
    ...business,
    id,
    identifier: labelOf('business', id),
    registrations,
    ein: einKeys.length > 0 ? business.ein : null,
    einKeys,
    nameKeys,
    statements: { first, others },
    absorbed: [],
    createdAt: now,
    updatedAt: now,
    revision: 1,
  };
  const rest: Business = {
    ...business,
    registrations: staying,
    einKeys: business.einKeys.filter((key) => !einKeys.includes(key)),
    nameKeys: business.nameKeys.filter((key) => !nameKeys.includes(key)),
    absorbed: business.absorbed.filter((key) => !nameKeys.includes(key)),
    statements: { first: keptFirst, others: keptOthers },
    updatedAt: now,
    revision: business.revision + 1,
  };
  if (!hasKey(separated) || !hasKey(rest)) throw inseparable(reasonIn(keptStatements, movedNames));
  // Where both state one name, a consent belongs to what its institution stated.
  const consentIds = consents.flatMap((consent) => {
    const name = comparableLegalName(consent.legalName ?? '') ?? '';
    const isOwn = !keptNames.has(name) || choice.entityIds.includes(consent.entityId);
    return movedNames.has(name) && isOwn ? consent.id : [];
  });
  const recordIds = moved.map((record) => record.id);
  return { kept: rest, separated, recordIds, consentIds, legalNames };
}

type Said = Statement<BusinessDescription>;

/**
 * The moved and the remaining statements. An institution of which only records move states the name
 * of its newest record on either side.
 */
function dividedStatements(
  { statements }: Business,
  moved: readonly StatedRecord[],
  kept: readonly StatedRecord[],
  { entityIds }: Choice,
): readonly [readonly Said[], readonly Said[]] {
  const all = inOrder(statements);
  const divided = new Set(
    moved.map(({ entityId }) => entityId).filter((id) => !entityIds.includes(id)),
  );
  const ofRecords = [...divided].map((entityId) => ({
    entityId,
    said: { ...SAID_NOTHING, legalName: newestNameOf(moved, entityId) },
  }));
  const remaining = all
    .filter(({ entityId }) => !entityIds.includes(entityId))
    .map((one) => {
      const own = newestNameOf(kept, one.entityId) ?? one.said.legalName;
      return divided.has(one.entityId) ? { ...one, said: { ...one.said, legalName: own } } : one;
    });
  return [[...all.filter(({ entityId }) => entityIds.includes(entityId)), ...ofRecords], remaining];
}

const SAID_NOTHING: BusinessDescription = {
  legalName: null,
  dateOfIncorporation: null,
  dbaName: null,
  email: null,
  phone: null,
  websiteUrl: null,
  entityType: null,
  einIndex: null,
  einLastFour: null,
};

function newestNameOf(records: readonly StatedRecord[], entityId: string): string | null {
  const named = records.filter((one) => one.entityId === entityId && one.legalName !== null);
  const [newest] = named.toSorted((a, b) => Date.parse(b.furnishedAt) - Date.parse(a.furnishedAt));
  return newest?.legalName ?? null;
}

/** Legal names by their form for comparison. */
function namesIn(
  [first, ...others]: readonly Said[],
  records: readonly StatedRecord[],
): ReadonlyMap<string, string> {
  const said = first ? everySaid({ first, others }, ({ legalName }) => legalName) : [];
  const stated = [...said, ...records.flatMap(({ legalName }) => legalName ?? [])];
  return new Map(
    stated.flatMap((name) => {
      const comparable = comparableLegalName(name);
      return comparable === undefined ? [] : [[comparable, name] as const];
    }),
  );
}

/** The registrations that only moved records state, unless none would be left. */
function movedRegistrations(
  { registrations }: Business,
  moved: readonly StatedRecord[],
  kept: readonly StatedRecord[],
) {
  const stated = (records: readonly StatedRecord[]) =>
    new Set(records.map(({ registration }) => registration));
  const [ofMoved, ofKept] = [stated(moved), stated(kept)];
  const found = registrations.filter(
    ({ matchHash }) => ofMoved.has(matchHash) && !ofKept.has(matchHash),
  );
  return found.length < registrations.length ? found : [];
}

/** Those of the moved names and claims. @throws RESOURCE_CONFLICT for more than a business may have */
function nameKeysOf(
  moved: readonly StatedRecord[],
  kept: readonly StatedRecord[],
  keys: readonly ReturnType<KeysOfName>[],
): readonly string[] {
  const ofKept = new Set(kept.map(({ nameKey }) => nameKey));
  const stated = moved.flatMap(({ nameKey }) => nameKey ?? []).filter((key) => !ofKept.has(key));
  const all = [...new Set([...keys.flatMap(({ nameKeys }) => nameKeys), ...stated])];
  if (all.length > MAX_NAME_KEYS) {
    throw conflict('limit_reached', `a separation has at most ${MAX_NAME_KEYS} names and numbers`);
  }
  return all;
}

const MAX_NAME_KEYS = MAX_EIN_KEYS;

function requireParts(
  { business: { statements }, records, consents }: Separable,
  { entityIds, recordIds }: Choice,
): void {
  const { parts } = BOUNDS.separation;
  if (records.length > parts || consents.length > parts) {
    throw conflict(
      'limit_reached',
      `a business with more than ${parts} records or consents is not separated`,
    );
  }
  const stated = new Set(inOrder(statements).map(({ entityId }) => entityId));
  const known = new Set(records.map(({ id }) => id));
  if (entityIds.length + recordIds.length === 0) {
    throw invalid('invalid_value', 'entity_ids or record_ids must name a part of the subject');
  }
  for (const [field, ids, all] of [
    ['entity_ids', entityIds, stated],
    ['record_ids', recordIds, known],
  ] as const) {
    const unknown = ids.find((id) => !all.has(id));
    if (unknown !== undefined) {
      throw invalid('invalid_value', `${field}: ${quoted(unknown)} is no part of the subject`);
    }
  }
}

/** Otherwise no claim finds it. */
function hasKey({ nameKeys, registrations, einKeys, absorbed }: Business): boolean {
  return nameKeys.length + registrations.length + einKeys.length + absorbed.length > 0;
}

function reasonIn(kept: readonly Said[], movedNames: ReadonlyMap<string, string>): string {
  const same = kept.find(({ said: { legalName } }) =>
    movedNames.has(comparableLegalName(legalName ?? '') ?? ''),
  );
  return same
    ? `the statement of ${same.entityId}, which stays, has the legal name of a chosen one`
    : 'no legal name or registration tells the chosen parts from the others';
}

function inseparable(detail: string) {
  return invalid('not_separable', detail);
}
