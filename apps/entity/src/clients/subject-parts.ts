import {
  countUsesOfRecords,
  findConsentsOfSubject,
  findRecordsOfSubject,
  type AnswerOf,
} from '@ndx/api';
import { ownHeaders, ServiceClients, SETTINGS, type ServiceSettings } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';

/** A record about a subject, as furnishing has it. */
export type FurnishedPart = AnswerOf<typeof findRecordsOfSubject>['records'][number];

/** A consent for a subject. */
export type ConsentPart = AnswerOf<typeof findConsentsOfSubject>['consents'][number];

/** Reads in the other services what refers to a subject, in the name of entity. */
@Injectable()
export class SubjectParts {
  private readonly headers: () => Record<string, string>;

  constructor(
    private readonly services: ServiceClients,
    @Inject(SETTINGS) settings: ServiceSettings,
  ) {
    this.headers = ownHeaders(settings);
  }

  /** @param subjectIds a subject and the subjects merged into it. @throws OPERATION_FAILED */
  async read(subjectIds: readonly string[]): Promise<{
    readonly records: readonly FurnishedPart[];
    readonly consents: readonly ConsentPart[];
  }> {
    const body = { subject_ids: subjectIds };
    const [{ records }, { consents }] = await Promise.all([
      this.services.to('furnishing').call(findRecordsOfSubject, { body }, this.headers()),
      this.services.to('consent').call(findConsentsOfSubject, { body }, this.headers()),
    ]);
    return { records, consents };
  }

  /** The recent queries that considered one of the records. @throws OPERATION_FAILED */
  countUses(
    networkId: string,
    recordIds: readonly string[],
  ): Promise<AnswerOf<typeof countUsesOfRecords>> {
    const body = { network_id: networkId, record_ids: recordIds };
    return this.services.to('product-query').call(countUsesOfRecords, { body }, this.headers());
  }
}
