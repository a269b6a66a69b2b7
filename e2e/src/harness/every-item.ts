import type { ApiClient } from '@ndx/tools/network/api-client';
import { succeed } from './participant.js';

type Item = Readonly<Record<string, unknown>>;

/** What the API lists, page by page; one item where the path is of one. */
export async function everyItem(client: ApiClient, path: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  const query = path.includes('?') ? '&' : '?';
  for (let cursor = ''; ;) {
    const page = await succeed(client.get(`${path}${cursor && `${query}cursor=${cursor}`}`));
    if (!Array.isArray(page['data'])) return [page];
    items.push(...(page['data'] as Item[]));
    const next = encodeURIComponent(String(page['next_cursor']));
    if (page['data'].length === 0 || next === cursor) return items;
    cursor = next;
  }
}
