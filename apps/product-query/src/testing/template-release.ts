import {
  denialsOf,
  modelsOf,
  partsOf,
  templateBySlug,
  verificationTimesOf,
  type QueryingConfiguration,
  type Template,
} from '@ndx/catalog';
import type { ConsentState, PermissiblePurpose } from '@ndx/contracts';
import { admission, isRefused } from '../domain/consent/admission.js';
import { consentedAccess } from '../domain/consent/consented-access.js';
import type { OpenDispute } from '../domain/open-dispute.js';
import { choosePolicies } from '../domain/policy/choose-policies.js';
import type { DatasetRules } from '../domain/policy/network-rules.js';
import type { FurnishedRecord } from '../domain/statements.js';
import { chooseGroups, type Choice } from '../domain/template/choose-groups.js';
import { templateAnswer } from '../domain/template/template-answer.js';
import { aPolicy, id, NETWORK, NOW } from './builders.js';
import type { Draw } from './draw.js';
import { acceptedOf, BANKS, candidatesOf, furnished, lastNameOf } from './furnished-worlds.js';
import {
  configuration,
  knownPolicies,
  PURPOSES,
  QUERYING,
  type GovernedModel,
} from './policy-changes.js';
import { bindingOf, disputesOf, type Released } from './released.js';
import { anInput, aPart } from './template-input.js';

/** The data of a template, with its fields. */
export function dataOf(template: Template): GovernedModel[] {
  return modelsOf(template).map(({ model, fields }) => ({
    name: model,
    isSection: false,
    fields: fields.map((name) => ({
      name,
      values: [0, 1].flatMap((variant) => acceptedOf(template, name, variant) ?? []),
    })),
  }));
}

/** A query of a template, and the records of its subject. */
export interface TemplateWorld {
  readonly records: readonly FurnishedRecord[];
  /** The records of which the legal name of a business is known. */
  readonly naming: readonly FurnishedRecord[];
  readonly disputes: readonly OpenDispute[];
  readonly attested: readonly string[];
  readonly binding: ConsentState | 'none' | 'closed';
  readonly purpose: PermissiblePurpose | undefined;
  readonly parts: ReadonlyMap<string, DatasetRules>;
}

export const templateWorld =
  (template: Template) =>
  (draw: Draw): TemplateWorld => {
    const records = BANKS.slice(0, 1 + draw.nat(2)).flatMap((_, bank) =>
      recordsOf(draw, template, bank),
    );
    const stated = records.flatMap(({ models }) => Object.values(models).flatMap(Object.keys));
    const parts = partsOf(template).map((part) => {
      const { modelSelections } = configuration(draw, dataOf(part));
      return [part.slug, aPart({ policy: aPolicy({ modelSelections }) })] as const;
    });
    return {
      records,
      naming: records,
      disputes: disputesOf(
        draw,
        records.map((record) => ({ recordId: record.record_id })),
        ['none', ...stated],
      ),
      attested: draw.some(BANKS),
      binding: bindingOf(draw, template.subject, dataOf(template)),
      purpose: draw.one([null, ...PURPOSES]) ?? undefined,
      parts: new Map(draw.mostly([], () => parts)),
    };
  };

/** Mostly complete records of the data sets that the template reads, by one institution. */
function recordsOf(draw: Draw, template: Template, bank: number): FurnishedRecord[] {
  const datasets = [template, ...partsOf(template)].filter(({ furnish }) => furnish !== null);
  return datasets.flatMap(({ slug, furnish }, place) =>
    draw
      .mostly([1], () => draw.one([[], [1, 2]]))
      .map((n) => {
        const furnishedDaysAgo = draw.one([1, 2, 4]);
        const record = {
          bank,
          dataset: slug,
          furnishedDaysAgo,
          performedDaysAgo: furnishedDaysAgo + draw.one([0, 1, 10, 40]),
          variants: (furnish?.data ?? []).map(() =>
            draw.nat(30) > 0 ? 0 : draw.one<number | null>([1, null]),
          ),
          name: draw.mostly<number | null>(0, () => null),
        };
        return furnished(record, 100 * bank + 10 * place + n);
      }),
  );
}

/** No query of a template names a policy. */
const ASKED = { principal: QUERYING, policyId: undefined, networkIds: [NETWORK] };

/** What a policy releases to the query: the outputs, and the records that they are made of. */
export const releasedTemplate =
  (template: Template) =>
  (world: TemplateWorld, configuration: QueryingConfiguration): Released<TemplateWorld> => {
    const asked = { ...ASKED, productId: template.id };
    const policy = choosePolicies(asked, knownPolicies(configuration, [], template.id)).get(
      NETWORK,
    );
    if (!policy) throw new Error('a query has a policy');
    const admitted = admission(world.binding, policy, template, world.purpose);
    if (isRefused(admitted)) return { values: [], alone: undefined };
    const bound = admitted.consent;
    const candidates = candidatesOf(world.records, ({ dataset }) => dataset).map((record) => ({
      ...record,
      disputes: world.disputes,
    }));
    const allParts = partsOf(template).map(({ slug }) => [slug, aPart()] as const);
    const parts = new Map([...allParts, ...world.parts]);
    const input = {
      ...anInput(template.slug, candidates, {
        rules: { policy, consent: bound, accessTo: consentedAccess(bound, NOW), parts },
        attested: world.attested,
      }),
      legalNameOf: (_: string, furnisherId: string) => lastNameOf(world.naming, furnisherId),
    };
    const { choice } = chooseGroups(input);
    const { answer } = templateAnswer({ ...input, choice, queryId: id(1) });
    if (!answer) return { values: [], alone: undefined };
    const outputs = Object.entries(answer.body).filter(([, value]) => value !== null);
    return {
      values: [...outputs.map(([name]) => name), ...recordsIn(choice)],
      alone: { ...world, records: alone(template, world.records, choice) },
    };
  };

function recordsIn(choice: Choice): string[] {
  return [...choice].flatMap(([group, { readings }]) =>
    [...readings.values()].map(({ known }) => `${group}: ${known.recordId}`),
  );
}

/** The chosen records, with the fields of the groups for which they are chosen. */
function alone(
  template: Template,
  records: readonly FurnishedRecord[],
  choice: Choice,
): FurnishedRecord[] {
  const readings = [...choice.values()].flatMap((group) => [...group.readings.values()]);
  return records.flatMap((record) => {
    const own = readings.filter(({ known }) => known.recordId === record.record_id);
    if (own.length === 0) return [];
    const source = templateBySlug(record.dataset);
    const kept = new Set([
      ...own.flatMap(({ part }) => part.reads.map(({ field }) => field)),
      ...denialsOf(template).map(({ field }) => field),
      ...(source ? verificationTimesOf(source) : []),
    ]);
    const values = Object.entries(record.models[record.dataset] ?? {});
    const models = {
      [record.dataset]: Object.fromEntries(values.filter(([field]) => kept.has(field))),
    };
    return [{ ...record, models }];
  });
}
