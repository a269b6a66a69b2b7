import { positive, searchReader, type SearchOf } from '../parts/search.js';

/** The shown version, the current one without it, and the version to compare it with. */
export const readVersionSearch = searchReader({ version: positive, compare: positive });

export type VersionSearch = SearchOf<typeof readVersionSearch>;
