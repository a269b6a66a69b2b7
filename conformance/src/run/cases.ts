import type { Answer } from '../http/answer.js';
import type { Request } from '../http/request.js';
import type { Kit, Need } from '../kit/kit.js';
import type { Row } from './row.js';

/** A row with one request and the expected response. */
export interface Case {
  readonly says: string;
  readonly needs?: readonly Need[];
  readonly group?: string;
  readonly request: (kit: Kit) => Request | Promise<Request>;
  readonly expect: (answer: Answer, kit: Kit) => void | Promise<void>;
}

/** The case, or nothing if the row cannot fail. */
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
