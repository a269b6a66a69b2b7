import { listIn, textIn, type Answer } from '../http/answer.js';
import { get, withQuery } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import { record, type Shape } from '../shape/shape.js';
import { ok, requireShape, type Expectation } from './expect.js';

const PAGE = record('data: object[]  next_cursor: string');

type Query = Readonly<Record<string, string | number | undefined>>;

/** 200 with a page of such items (design 11). */
export function pageOf(shape: Shape): Expectation {
  return (answer) => {
    ok(PAGE)(answer);
    for (const item of listIn(answer.body, 'data')) requireShape(answer, item, shape);
  };
}

export async function page(kit: Kit, path: string, query: Query): Promise<Answer> {
  const answer = await kit.send(get(withQuery(path, query)));
  ok(PAGE)(answer);
  return answer;
}

/** The ids of a whole list, the answers with its pages, and the cursor after it. */
export async function everything(kit: Kit, path: string, id: string, query: Query = {}) {
  const ids: string[] = [];
  const items: unknown[] = [];
  let cursor: string | undefined;
  for (;;) {
    const { body }: Answer = await page(kit, path, { ...query, cursor });
    const data = listIn(body, 'data');
    ids.push(...data.map((one) => textIn(one, id)));
    items.push(...data);
    cursor = textIn(body, 'next_cursor');
    if (data.length === 0) return { ids, items, cursor };
  }
}

/** The item of a whole list that has that id. */
export async function itemIn(kit: Kit, path: string, id: string, value: string, query?: Query) {
  const { ids, items } = await everything(kit, path, id, query);
  return items[ids.indexOf(value)];
}
