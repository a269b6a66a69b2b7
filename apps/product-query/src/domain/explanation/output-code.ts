import {
  groupPartsOf,
  readsOf,
  type FurnishedField,
  type Output,
  type Read,
  type Template,
} from '@ndx/catalog';
import {
  closedEverywhere,
  closedFor,
  closedIn,
  type AppliedRules,
  type RecordVerdict,
} from './explained-query.js';
import type { PartCode, PartExclusion } from './sentences.js';

/** The facts of a decision about the outputs of a template. */
export interface DecidedOutputs {
  readonly template: Template;
  /** Whether the reader sees the choice among all networks. */
  readonly isWhole: boolean;
  readonly isIssued: boolean;
  /** The outputs without a value; undefined where no record was chosen. */
  readonly absent: ReadonlySet<string> | undefined;
  /** The chosen records by the part of a group. */
  readonly chosen: ReadonlyMap<string, readonly RecordVerdict[]>;
  /** The rules of the networks that the reader sees. */
  readonly rules: readonly AppliedRules[];
  /** The rules of a bundle's data sets, by place of the network; undefined where it is closed. */
  readonly parts: ReadonlyMap<string, readonly (AppliedRules | undefined)[]>;
}

/** Whether an output was issued, or why it has no value. */
export function outputCode(decided: DecidedOutputs, output: Output): PartCode {
  const { isWhole, isIssued, absent } = decided;
  if (isWhole && absent && !absent.has(output.name)) {
    return isIssued ? 'issued' : 'result_not_issued';
  }
  const closed = closedEverywhere(
    decided.rules.map((applied) => closedOutput(decided, output, applied)),
  );
  if (closed) return closed;
  if (!isWhole) return 'not_shown';
  const behind = recordsBehind(decided, output);
  if (behind.length === 0) return 'no_eligible_record';
  const { slug } = decided.template;
  const hidden = behind.flatMap(
    ({ rules, furnishingEntityId }) =>
      closedFor(rules, slug, output.name, furnishingEntityId) ?? [],
  );
  return hidden[0] ?? (output.source.kind === 'furnished' ? 'not_stated' : 'not_determined');
}

/** The chosen records from which an output is returned or computed. */
export function recordsBehind(
  { template, chosen }: DecidedOutputs,
  output: Output,
): readonly RecordVerdict[] {
  const inputs = inputsOf(output.source);
  return groupPartsOf(template).flatMap(({ name, group, dataset }) => {
    const isBehind =
      !inputs ||
      (group.outputs.includes(output) && inputs.some((input) => input.dataset === dataset));
    return isBehind ? (chosen.get(name) ?? []) : [];
  });
}

/** The furnished fields behind an output; all of them where every chosen record counts. */
export function readsBehind(template: Template, { source }: Output): readonly Read[] {
  const from = inputsOf(source);
  return readsOf(template).filter(
    (read) =>
      from?.some(({ dataset, field }) => dataset === read.dataset && field === read.field) ?? true,
  );
}

function inputsOf(source: Output['source']): readonly FurnishedField[] | undefined {
  switch (source.kind) {
    case 'furnished':
      return [source];
    case 'derived':
      return source.from;
    case 'query-id':
      return [];
    case 'attested':
    case 'furnisher-id':
    case 'furnished-at':
    case 'legal-name':
      return undefined;
  }
}

/** Why no furnisher's records can make an output in a network; undefined where they can. */
function closedOutput(
  { template, parts }: DecidedOutputs,
  output: Output,
  applied: AppliedRules,
): PartExclusion | undefined {
  const own = closedIn(applied, template.slug, output.name);
  if (own) return own;
  return closedEverywhere(
    readsBehind(template, output).map(({ dataset, field, governedBy }) => {
      const closed = closedIn(applied, template.slug, governedBy);
      if (closed || dataset === template.slug) return closed;
      const part = parts.get(dataset)?.[applied.place];
      return part ? closedIn(part, dataset, field) : 'dataset_closed';
    }),
  );
}
