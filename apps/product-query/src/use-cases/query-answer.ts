import type { Answer } from '@ndx/service';

/**
 * What a query leaves with its caller: 200 with its result, or 204 where nothing satisfied the
 * policy; either names the query event (contract 7.3, design 9).
 * @param body JSON text
 */
export function queryAnswer(queryEventId: string, body: string | undefined): Answer {
  return { status: body === undefined ? 204 : 200, body, reference: queryEventId };
}
