import type { ExplanationCode, SectionExplanation } from '@ndx/client';
import type { FlowLayer, FlowLink, FlowNode } from '../parts/flow-layout.js';
import type { NameOf } from '../parts/names.js';
import { inWords, plural } from '../parts/words.js';
import { toneOf } from './code-tone.js';

/** A record on the way to a section. */
export interface PathRecord {
  readonly network_id: string;
  readonly furnishing_entity_id: string;
  /** Null where the explanation does not name it: of a record that the answer does not use. */
  readonly record_id: string | null;
  readonly code: ExplanationCode;
  /** The code, or how many rules the record satisfied, in words. */
  readonly rule: string;
}

/** From a furnisher to a section of an answer; without a record where the reader may see none. */
export interface AnswerPath {
  readonly key: string;
  readonly section: SectionExplanation;
  readonly record: PathRecord | undefined;
}

/** The records that decided a section, used ones first. */
export function answerPaths(sections: readonly SectionExplanation[]): readonly AnswerPath[] {
  return sections.flatMap((section) => {
    const { model_name: model } = section;
    const records = [...usedIn(section), ...othersIn(section)];
    if (records.length === 0) return [{ key: model, section, record: undefined }];
    // The data sets of a bundle can have the same record, and records with the same reason.
    const paths = records.map((record): [string, AnswerPath] => {
      const { record_id: id, furnishing_entity_id: furnisher, rule } = record;
      const key = [model, furnisher, id ?? '', rule].join(' ');
      return [key, { key, section, record }];
    });
    return [...new Map(paths).values()];
  });
}

function usedIn({ used_records: used, limits }: SectionExplanation): readonly PathRecord[] {
  return used.map(({ network_id, furnishing_entity_id, record_id }) => {
    const rules = limits.filter((limit) => limit.network_id === network_id);
    // Of a bundle, the rules of its data sets are not told apart here.
    const isCounted = new Set(rules.map(({ model_name }) => model_name)).size === 1;
    return {
      ...{ network_id, furnishing_entity_id, record_id },
      code: 'chosen',
      rule: isCounted ? `Chosen under ${plural(rules.length, 'rule')}` : 'Chosen',
    };
  });
}

function othersIn({ records, used_records: used }: SectionExplanation): readonly PathRecord[] {
  return records
    .filter(({ code }) => code !== 'chosen' || used.length === 0)
    .map(({ network_id, furnishing_entity_id, field_name: field, code }) => ({
      ...{ network_id, furnishing_entity_id, record_id: null, code },
      rule: field === null ? inWords(code) : `${inWords(code)}: ${inWords(field)}`,
    }));
}

/** The layers of the picture of an answer, and what leads to what in it. */
export function flowOf(
  paths: readonly AnswerPath[],
  { outcome, isIssued, nameOf }: { outcome: string; isIssued: boolean; nameOf: NameOf },
): { readonly layers: readonly FlowLayer[]; readonly links: readonly FlowLink[] } {
  const layers = ['Furnisher', 'Record', 'Rule', 'Section', 'Outcome'].map((title) => ({
    title,
    nodes: new Map<string, FlowNode>(),
  }));
  const links = new Map<string, FlowLink>();
  const [furnishers, records, rules, sections, outcomes] = layers;
  const end = { key: 'outcome', label: outcome, tone: isIssued ? 'good' : 'bad' } as const;
  for (const { key, section, record } of paths) {
    const { model_name: model, code } = section;
    const place = { key: `section ${model}`, label: inWords(model), tone: toneOf(code) };
    if (record !== undefined) {
      const { record_id: id, furnishing_entity_id: furnisher, rule } = record;
      const tone = toneOf(record.code);
      const steps: readonly FlowNode[] = [
        { key: `furnisher ${furnisher}`, label: nameOf(furnisher), tone: 'neutral' },
        {
          key: `record ${id ?? key}`,
          label: id === null ? 'Record' : `Record …${id.slice(-12)}`,
          tone,
        },
        { key: `rule ${model} ${rule}`, label: rule, tone },
      ];
      [furnishers, records, rules].forEach((layer, index) => {
        const step = steps[index];
        if (step) layer?.nodes.set(step.key, step);
      });
      [...steps, place].reduce((from, to) => {
        links.set(`${from.key} ${to.key}`, { from: from.key, to: to.key, tone });
        return to;
      });
    }
    sections?.nodes.set(place.key, place);
    links.set(place.key, { from: place.key, to: end.key, tone: place.tone });
  }
  outcomes?.nodes.set(end.key, end);
  return {
    layers: layers.map(({ title, nodes }) => ({ title, nodes: [...nodes.values()] })),
    links: [...links.values()],
  };
}
