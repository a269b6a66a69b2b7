import { groupPartsOf, kybCertificate, type GroupPart, type Template } from '@ndx/catalog';
import type { DisputeOutcome } from '@ndx/contracts';
import type { Decision } from '../decision/decision.js';

/** A record that an answer uses. */
export interface UsedRecord {
  readonly recordId: string;
  /** The section of a product; of a template the data set. */
  readonly model: string;
  /** The section of a product, or the group of a template. */
  readonly group: string;
}

/** The answer to a query at one time, as notices compare it. */
export interface AnswerState {
  /** The hash of the answer; null where the query has none. */
  readonly answer: string | null;
  /** What each section of a product, or group of a template, consists of; not for comparison by order. */
  readonly groups: Readonly<Record<string, string>>;
  readonly used: readonly UsedRecord[];
  /** The disputes of the used records, by id. */
  readonly disputes: Readonly<Record<string, DisputeStanding>>;
  /** Whether the answer will be another one soon, although nothing changes. */
  readonly isEnding: boolean;
}

export type DisputeStanding = 'undecided' | DisputeOutcome;

/** The part of a state that one assembly has. */
export type AssembledState = Pick<AnswerState, 'answer' | 'groups' | 'used'>;

export const NO_ANSWER: AnswerState = {
  answer: null,
  groups: {},
  used: [],
  disputes: {},
  isEnding: false,
};

type Hash = (text: string) => string;

/** An attestation that replaced another one attests the same. */
const ATTESTATION = /"attestation_id":"[0-9a-f-]{36}"/g;

/** The marks of disputes, of which a state has a member of its own. */
const DISPUTES = /"disputes":\[[^\]]*\],/;

/** The state of a certificate; its head is the same at any time. */
export function certificateState(body: string, decision: Decision, hash: Hash): AssembledState {
  const text = body.replaceAll(ATTESTATION, '"attestation_id":""').replace(DISPUTES, '');
  const { result } = JSON.parse(text) as { readonly result: Readonly<Record<string, unknown>> };
  const names = kybCertificate.models.map(({ name }) => name);
  const groups = names.map((name) => [name, hash(JSON.stringify(result[name]))] as const);
  const used = names.flatMap((name) =>
    chosenIn(decision, name).map((recordId) => ({ recordId, model: name, group: name })),
  );
  return { answer: hash(text), groups: Object.fromEntries(groups), used };
}

/** The state of the answer to a template's query. A group consists of whole records. */
export function templateState(template: Template, decision: Decision): AssembledState {
  const { absent = [], denied = [], answer = null } = decision.template ?? {};
  if (answer === null) return NO_ANSWER;
  const parts = groupPartsOf(template);
  const groups = template.groups.map(({ name, outputs }) => {
    const own = outputs.map((output) => output.name);
    const among = (names: readonly string[]) => names.filter((one) => own.includes(one));
    const records = parts.flatMap((part) =>
      part.group.name === name ? chosenIn(decision, part.name) : [],
    );
    return [name, JSON.stringify([records, among(absent), among(denied)])] as const;
  });
  const used = parts.flatMap((part) => usedOf(part, decision));
  return { answer, groups: Object.fromEntries(groups), used };
}

function usedOf({ name, dataset, group }: GroupPart, decision: Decision): UsedRecord[] {
  return chosenIn(decision, name).map((recordId) => ({
    recordId,
    model: dataset,
    group: group.name,
  }));
}

function chosenIn({ models, ids }: Decision, model: string): string[] {
  return (models[model] ?? []).flatMap(([, , record, , verdict]) =>
    verdict === 'chosen' ? (ids[record] ?? []) : [],
  );
}
