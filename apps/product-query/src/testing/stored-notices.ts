import { randomUUID } from 'node:crypto';
import type { Principal } from '@ndx/contracts';
import { inTransaction } from '@ndx/postgres';
import { useStarted } from '@ndx/testing/use-started';
import { DataSource } from 'typeorm';
import type { Notice } from '../domain/notices/notice.js';
import { NoticeRepository } from '../storage/notice-repository.js';
import { scheduleDeliveries } from '../storage/notice-deliveries.js';
import { aNotice } from './notices.js';
import type { QueryService } from './query-service.js';

/** A notice about an answer of an institution, as it is stored. */
export function aNoticeTo(who: Principal, more: Partial<Notice> = {}): Notice {
  return {
    ...aNotice(who),
    certificateId: randomUUID(),
    subjectId: randomUUID(),
    groups: ['business_identity_verification'],
    since: new Date(),
    ...more,
  };
}

/** Stores notices as their decision does, in one transaction with their deliveries. */
export function useNotices(service: QueryService) {
  const command = useStarted(async () => {
    const assembled = await service.assemble();
    return { app: assembled.app, stop: () => assembled.close() };
  });
  return {
    dataSource: () => command.app.get(DataSource),
    store: (...notices: readonly Notice[]) =>
      inTransaction(command.app.get(DataSource), async (manager) => {
        await command.app.get(NoticeRepository).insert(manager, notices);
        await scheduleDeliveries(manager, notices);
      }),
  };
}
