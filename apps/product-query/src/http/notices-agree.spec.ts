import { test } from '@jest/globals';
import { assertNoticesAgree } from '../testing/notices-agree.js';
import { useQueryService } from '../testing/use-query-service.js';

const service = useQueryService();

test(
  'an institution has a notice of exactly the answers that its own query answers otherwise',
  () => assertNoticesAgree(service, 60),
  600_000,
);
