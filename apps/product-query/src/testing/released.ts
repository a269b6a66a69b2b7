import type { ConsentState } from '@ndx/contracts';
import type { Subject } from '@ndx/catalog';
import type { Candidate } from '../domain/candidate.js';
import type { OpenDispute } from '../domain/open-dispute.js';
import { aConsent, DAY, id, NOW } from './builders.js';
import { BANKS } from './furnished-worlds.js';
import type { Draw } from './draw.js';
import type { GovernedModel } from './policy-changes.js';

/** What an answer releases. */
export interface Released<W> {
  /** The records and the values of the answer; empty without one. */
  readonly values: readonly string[];
  /** The world with the records of the answer alone; undefined without an answer. */
  readonly alone: W | undefined;
}

/** Some undecided disputes of records and of their fields. */
export function disputesOf(
  draw: Draw,
  records: readonly Pick<Candidate, 'recordId'>[],
  fields: readonly string[],
): OpenDispute[] {
  return draw.some(records).flatMap(({ recordId }) =>
    draw.nat(1) === 0
      ? []
      : [
          {
            recordId,
            field: draw.mostly<string | null>(draw.one(fields), () => null),
            openedAt: NOW - 9 * DAY,
            dueAt: NOW + (draw.nat(1) === 0 ? DAY : -DAY),
          },
        ],
  );
}

/** The recorded consent of the querying institution, if any. */
export function bindingOf(
  draw: Draw,
  kind: Subject,
  models: readonly GovernedModel[],
): ConsentState | 'none' | 'closed' {
  if (draw.nat(9) === 0) return 'closed';
  if (draw.nat(2) === 0) return 'none';
  const all = models.flatMap(({ name, fields }) => fields.map((field) => `${name}.${field.name}`));
  const consented = draw.nat(1) === 0 ? ['*'] : draw.some(all, Math.ceil(all.length / 2));
  const grant = (n: number, to: string, fields: readonly string[]) => ({
    grant_id: id(90 + n),
    furnishing_entity_id: to,
    field_definitions: [...fields],
    effective_from: '2026-01-01T00:00:00.000Z',
    effective_to: null,
  });
  return aConsent({
    kind,
    business_legal_name: kind === 'business' ? draw.one([null, 'Name 0']) : null,
    consented_fields: consented.join(),
    field_access_grants: [
      grant(0, '*', ['*']),
      ...draw.mostly<ReturnType<typeof grant>[]>([], () => [grant(1, BANKS[0], draw.some(all))]),
    ],
  });
}
