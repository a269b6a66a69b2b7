import type { FieldSelection, ModelSelection } from '@ndx/contracts';
import { verificationTimesOf } from '../../access/field-names.js';
import { templateBySlug, type Dataset } from '../../datasets.js';
import { partsOf, readsOf } from '../../records/reads.js';
import { unselectedField } from '../unselected.js';
import { NAMING_FIELDS, NAMING_MODEL } from '../naming-fields.js';
import type { PolicyChange } from './comparison.js';
import { combined, effectOf, isSubset, type Permitted } from './effect.js';
import { FIELD_RULES, timeShownFrom, visibleFrom } from './field-rules.js';
import { effectOnRecords, type ChangedModel } from './model-changes.js';
import { differences, type Difference } from './rules.js';

interface ChangedField {
  readonly name: string;
  readonly before: FieldSelection;
  readonly after: FieldSelection;
}

type Meaning = Pick<PolicyChange, 'effect' | 'note'>;

/** The changes of the fields of a model. */
export function fieldChanges(model: ChangedModel): PolicyChange[] {
  const selected = [model.before, model.after].flatMap(({ field_selections }) => field_selections);
  const names = new Set(selected.map(({ field_name }) => field_name));
  return [...names].flatMap((name) => {
    const [before, after] = [fieldOf(model.before, name), fieldOf(model.after, name)];
    const words = `${model.before.model_name}.${name}`;
    return differences(FIELD_RULES, before, after, words).map((difference) => ({
      modelName: model.before.model_name,
      fieldName: name,
      ...difference,
      ...meaningOf(model, { name, before, after }, difference),
    }));
  });
}

function fieldOf({ field_selections }: ModelSelection, name: string): FieldSelection {
  return field_selections.find(({ field_name }) => field_name === name) ?? unselectedField(name);
}

function meaningOf(
  model: ChangedModel,
  field: ChangedField,
  { member, effect }: Difference<keyof typeof FIELD_RULES>,
): Meaning {
  switch (member) {
    case 'is_required':
      // A required field of a section is needed by the whole certificate.
      return plain(model.dataset.kind === 'product' ? effect : effectOnRecords(model, effect));
    case 'accepted_values':
      return unlessSelecting(hidesTime(model, field), effectOnRecords(model, effect));
    case 'is_enabled':
    case 'selected_provenance_option_ids':
      return unlessSelecting(
        hidesDispute(model, field) ?? hidesTime(model, field),
        visibilityEffect(model, field),
      );
  }
}

const plain = (effect: Meaning['effect']): Meaning => ({ effect, note: null });

/** A field whose visibility also decides which records can be used. */
const unlessSelecting = (note: string | undefined, effect: Meaning['effect']): Meaning =>
  note === undefined ? plain(effect) : { effect: 'different', note };

function visibilityEffect(model: ChangedModel, { name, before, after }: ChangedField) {
  const own = effectOf(isSubset, visibleFrom(before), visibleFrom(after));
  const onRecords = effectOnRecords(model, own);
  const { dataset, before: selection } = model;
  const isNaming =
    dataset.kind === 'product' &&
    selection.model_name === NAMING_MODEL &&
    NAMING_FIELDS.some((field) => field === name);
  return isNaming ? combined([own, onRecords]) : onRecords;
}

/** Why a field decides by its disputes which records can be used, if it does. */
function hidesDispute(model: ChangedModel, { before, after }: ChangedField): string | undefined {
  const note = 'A dispute of a field excludes a record only where the field is visible.';
  const isExcluding = (one: ModelSelection) => one.disputed_data !== 'mark';
  return differsWhere(model, isExcluding, visibleFrom(before), visibleFrom(after), note);
}

/** Why a field decides by its time which records can be used, if it does. */
function hidesTime(model: ChangedModel, field: ChangedField): string | undefined {
  if (!timesOf(model).has(field.name)) return undefined;
  const note =
    'Where no time of verification is visible, the age of a record counts from its furnishing.';
  const isExcluding = (one: ModelSelection) => one.max_age_days !== null;
  const [before, after] = [timeShownFrom(field.before), timeShownFrom(field.after)];
  return differsWhere(model, isExcluding, before, after, note);
}

/** The note where a furnisher's values are hidden or shown, and a rule excludes records by them. */
function differsWhere(
  { dataset, before, after }: ChangedModel,
  isExcluding: (selection: ModelSelection) => boolean,
  shownBefore: Permitted<string>,
  shownAfter: Permitted<string>,
  note: string,
): string | undefined {
  if (!before.is_enabled || !after.is_enabled) return undefined;
  // The policies of the parts of a bundle are not known here.
  const isBundle = dataset.kind === 'template' && partsOf(dataset).length > 0;
  const isHidden = !isSubset(shownBefore, shownAfter) && (isBundle || isExcluding(before));
  const isShown = !isSubset(shownAfter, shownBefore) && (isBundle || isExcluding(after));
  return isHidden || isShown ? note : undefined;
}

/** The fields by which a policy hides a time of verification. */
function timesOf({ dataset, before }: ChangedModel): ReadonlySet<string> {
  if (dataset.kind === 'product') {
    const model = dataset.models.find(({ name }) => name === before.model_name);
    return new Set(model ? [model.performedAt] : []);
  }
  return new Set(timesRead(dataset));
}

function timesRead(template: Extract<Dataset, { kind: 'template' }>): string[] {
  return readsOf(template).flatMap(({ dataset, field, governedBy }) => {
    const source = templateBySlug(dataset);
    return source && verificationTimesOf(source).includes(field) ? [governedBy] : [];
  });
}
