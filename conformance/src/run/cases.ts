import type { Answer } from '../http/answer.js';
import type { Request, TokenName } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import type { Row } from './row.js';

/** A row that is one request and what must come back. */
export interface Case {
  readonly says: string;
  readonly needs?: readonly TokenName[];
  readonly group?: string;
  readonly request: (kit: Kit) => Request | Promise<Request>;
  readonly expect: (answer: Answer, kit: Kit) => void | Promise<void>;
}

/** The case, where there is something to see: a row that can only hold is none. */
export function caseWhere(condition: boolean, one: Case): readonly Case[] {
  return condition ? [one] : [];
}

/** The rows of a section, reported as cases. */
export function cases(section: string, table: readonly Case[]): readonly Row[] {
  return table.map(({ request, expect, ...rest }) => ({
    section,
    ...rest,
    check: async (kit) => {
      await expect(await kit.send(await request(kit)), kit);
    },
  }));
}
