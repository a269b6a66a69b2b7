import type { WordTable, Words } from './words.js';

/** Cursors are opaque to clients; a list accepts the example of its kind, also where nothing has it. */
const AFTER_ID = 'MDE5MmQzYzAtNWM1ZS03YTgwLTliMWUtM2MyZDFhMGY0ZTVi';
const BEFORE_ID = 'MDE5MmQzYzAtNWM1ZS03YTgwLTliMWUtM2MyZDFhMGY0ZTViL25ld2VzdF9maXJzdA';
const AFTER_NUMBER = 'MTI';
const AFTER_EVENT =
  'MjAyNi0wMS0xNVQwOTozMDowMC4wMDBaLzAxOTJkM2MwLTVjNWUtN2E4MC05YjFlLTNjMmQxYTBmNGU1Yg';
const AFTER_DISPUTE =
  'MjAyNi0wMS0xNVQwOTozMDowMC4wMDBaL292ZXJkdWUvMDE5MmQzYzAtNWM1ZS03YTgwLTliMWUtM2MyZDFhMGY0ZTVi';

const MEANING = 'The `next_cursor` of the page before; without it, the first page.';

function cursor(example: string): Words {
  return [MEANING, example];
}

/** Where pages of lists continue. */
export const cursorWords: WordTable = {
  next_cursor: [
    'Continues after this page, also after the last one, with items that are added later.',
    AFTER_ID,
  ],
  cursor: cursor(AFTER_ID),
  'ListRecordsQuery.cursor': cursor(BEFORE_ID),
  'HistoryQuery.cursor': cursor(AFTER_NUMBER),
  'AuditEntriesQuery.cursor': cursor(AFTER_NUMBER),
  'ListParkedEventsQuery.cursor': cursor(AFTER_NUMBER),
  'ServiceLogsQuery.cursor': cursor('cHJvZHVjdC1xdWVyeS8xMDQ4NTc2'),
  'ListQueryEventsQuery.cursor': cursor(AFTER_EVENT),
  'RecordUsesQuery.cursor': cursor(AFTER_EVENT),
  'QueryIndexQuery.cursor': cursor(AFTER_EVENT),
  'SimulateFurnishingPolicy.cursor': cursor(AFTER_EVENT),
  'FurnishingPolicySimulation.next_cursor': [
    'The cursor of the next page; null on an empty page, after the last record.',
    AFTER_EVENT,
  ],
  'QueryIndexPage.next_cursor': [
    'The cursor of the next page; null after the last one.',
    AFTER_EVENT,
  ],
  'ListDisputesQuery.cursor': cursor(AFTER_DISPUTE),
  // Each one is of a count that exists.
  'DailyQueryCountsQuery.cursor': MEANING,
};
