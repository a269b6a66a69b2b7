import type { AnswerCount } from '@ndx/client';
import type { FlowLayer, FlowLink, FlowNode } from '../parts/flow-layout.js';
import type { NameOf } from '../parts/names.js';

/** The answers that an institution got from the records of a furnisher. */
export interface Flow {
  /** Null where the reader may not know the furnisher. */
  readonly furnisherId: string | null;
  readonly querierId: string;
  readonly answers: number;
}

/** The institutions of a layer that are drawn by name. */
const DRAWN = 8;

/** The flows of counted answers, the largest first. An answer counts once for each of its furnishers. */
export function flowsOf(counts: readonly AnswerCount[]): readonly Flow[] {
  const flows = new Map<string, Flow>();
  for (const { querying_entity_id: querierId, furnishing_entity_ids: ids, count } of counts) {
    for (const furnisherId of ids.length === 0 ? [null] : ids) {
      const key = keyOf({ furnisherId, querierId });
      const { answers: counted = 0 } = flows.get(key) ?? {};
      flows.set(key, { furnisherId, querierId, answers: counted + count });
    }
  }
  return [...flows.values()].sort((one, other) => other.answers - one.answers);
}

export function keyOf({ furnisherId, querierId }: Omit<Flow, 'answers'>): string {
  return `${furnisherId ?? 'not shown'} ${querierId}`;
}

/** The number of answers. */
export function sumOf(counts: readonly AnswerCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

interface Picture {
  readonly layers: readonly FlowLayer[];
  readonly links: readonly FlowLink[];
}

/** The picture of counted answers: the largest furnishers and queriers by name, the others together. */
export function pictureOf(counts: readonly AnswerCount[], nameOf: NameOf): Picture {
  const furnishers = layerOf('furnisher', counts, ({ furnishing_entity_ids: ids }) =>
    ids.length === 0 ? [NOT_SHOWN] : ids,
  );
  const queriers = layerOf('querier', counts, ({ querying_entity_id: id }) => [id]);
  const links = new Map<string, Required<FlowLink>>();
  for (const { furnisherId, querierId, answers } of flowsOf(counts)) {
    const [from, to] = [furnishers.nodeOf(furnisherId ?? NOT_SHOWN), queriers.nodeOf(querierId)];
    const { weight = 0 } = links.get(`${from} ${to}`) ?? {};
    links.set(`${from} ${to}`, { from, to, tone: 'good', weight: weight + answers });
  }
  const labelled = ({ nodes }: Layer) =>
    nodes.map(({ key, ids, count }): FlowNode => {
      const [id = NOT_SHOWN] = ids;
      const one = id === NOT_SHOWN ? 'Not shown to you' : nameOf(id);
      const label = ids.length === 1 ? one : `${ids.length.toLocaleString()} others`;
      return { key, label: `${label}: ${count.toLocaleString()}`, tone: 'neutral' };
    });
  return {
    layers: [
      { title: 'Furnisher', nodes: labelled(furnishers) },
      { title: 'Institution that queried', nodes: labelled(queriers) },
    ],
    links: [...links.values()],
  };
}

/** In place of the id of a furnisher that the reader may not know. */
const NOT_SHOWN = '';

interface Layer {
  readonly nodes: readonly {
    readonly key: string;
    readonly ids: readonly string[];
    /** The answers of any of the institutions. */
    readonly count: number;
  }[];
  /** The key of the node that has an institution. */
  readonly nodeOf: (id: string) => string;
}

function layerOf(
  name: string,
  counts: readonly AnswerCount[],
  idsOf: (counted: AnswerCount) => readonly string[],
): Layer {
  const countOf = (ids: readonly string[]) =>
    sumOf(counts.filter((counted) => idsOf(counted).some((id) => ids.includes(id))));
  const sorted = [...new Set(counts.flatMap(idsOf))]
    .map((id) => ({ key: `${name} ${id}`, ids: [id], count: countOf([id]) }))
    .sort((one, other) => other.count - one.count);
  const others = sorted.slice(DRAWN).flatMap(({ ids }) => ids);
  const rest = { key: `${name} others`, ids: others, count: countOf(others) };
  const nodes = [...sorted.slice(0, DRAWN), ...(others.length > 0 ? [rest] : [])];
  const keys = new Map(nodes.flatMap(({ key, ids }) => ids.map((id) => [id, key] as const)));
  return { nodes, nodeOf: (id) => keys.get(id) ?? rest.key };
}
