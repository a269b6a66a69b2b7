import { test } from '@jest/globals';
import { assertNoticesAgree } from '../testing/notices-agree.js';
import { useQueryService } from '../testing/use-query-service.js';

const service = useQueryService();

/** `HISTORIES=10000` is the long run. */
const HISTORIES = Number(process.env['HISTORIES'] ?? 500);
const TIMEOUT_MS = 24 * 3_600_000;

test(
  'an institution has a notice of exactly the answers that its own query answers otherwise, in many histories',
  () => assertNoticesAgree(service, HISTORIES),
  TIMEOUT_MS,
);
