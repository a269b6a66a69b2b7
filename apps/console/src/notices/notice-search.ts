import type { NoticeDeliveryState } from '@ndx/client';
import { ORDER_SEARCH } from '../parts/list-order.js';
import { PERIOD_SEARCH } from '../parts/periods.js';
import { oneOf, searchReader, text } from '../parts/search.js';
import { NOTICE_KINDS } from './notice-kinds.js';

export const readNoticeSearch = searchReader({
  kind: oneOf(NOTICE_KINDS),
  ...PERIOD_SEARCH,
  subject: text,
  certificate: text,
  ...ORDER_SEARCH,
});

export const DELIVERY_STATES = [
  'pending',
  'delivered',
  'parked',
] as const satisfies readonly NoticeDeliveryState[];

export const readDeliverySearch = searchReader({ state: oneOf(DELIVERY_STATES) });
