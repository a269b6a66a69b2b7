import { readsOf, type FurnishedField, type Output, type Template } from '@ndx/catalog';
import { keyOf } from '../template/template-value.js';
import { keyIn, type ValueVerdict } from './decided-values.js';
import { closedEverywhere, closedFor, closedIn, type AppliedRules } from './explained-query.js';
import type { PartCode, PartExclusion } from './sentences.js';

/** The facts of a decision about the outputs of a template. */
export interface DecidedOutputs {
  readonly template: Template;
  /** Whether the reader sees the choice among all networks. */
  readonly isWhole: boolean;
  readonly isIssued: boolean;
  /** The outputs without a value; undefined where no value was chosen. */
  readonly absent: ReadonlySet<string> | undefined;
  readonly chosen: readonly ValueVerdict[];
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
  const behind = valuesBehind(decided, output);
  if (behind.length === 0) return 'no_eligible_record';
  const { slug } = decided.template;
  const hidden = behind.flatMap(
    ({ rules, furnishingEntityId }) =>
      closedFor(rules, slug, output.name, furnishingEntityId) ?? [],
  );
  return hidden[0] ?? (output.source.kind === 'furnished' ? 'not_stated' : 'not_determined');
}

/** The chosen values from which an output is returned or computed. */
export function valuesBehind({ chosen }: DecidedOutputs, output: Output): readonly ValueVerdict[] {
  const inputs = inputsOf(output);
  if (!inputs) return chosen;
  const keys = new Set(inputs.map(keyOf));
  return chosen.filter((value) => keys.has(keyIn(value)));
}

/** The furnished fields of an output; undefined where every chosen value counts. */
function inputsOf({ source }: Output): readonly FurnishedField[] | undefined {
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

/** Why no furnisher's values can make an output in a network; undefined where they can. */
function closedOutput(
  { template, parts }: DecidedOutputs,
  output: Output,
  applied: AppliedRules,
): PartExclusion | undefined {
  const own = closedIn(applied, template.slug, output.name);
  if (own) return own;
  const keys = new Set((inputsOf(output) ?? readsOf(template)).map(keyOf));
  const reads = readsOf(template).filter((read) => keys.has(keyOf(read)));
  return closedEverywhere(
    reads.map(({ dataset, field, governedBy }) => {
      const closed = closedIn(applied, template.slug, governedBy);
      if (closed || dataset === template.slug) return closed;
      const part = parts.get(dataset)?.[applied.place];
      return part ? closedIn(part, dataset, field) : 'dataset_closed';
    }),
  );
}
