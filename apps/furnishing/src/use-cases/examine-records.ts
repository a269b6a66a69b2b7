import { identityName, subjectIdName, type Dataset } from '@ndx/catalog';
import { ownTime, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { faultsUnder, type Governing } from '../domain/acceptance.js';
import { governingDatasets, type Candidate, type NamedSubject } from '../domain/candidate.js';
import { faultAt, type Fault, type Outcome } from '../domain/fault.js';
import { sizeFault } from '../domain/record-size.js';
import type { Accepted } from '../domain/furnished-record.js';
import { AcceptanceTerms } from '../storage/acceptance-terms.js';
import { DocumentReferences } from '../storage/document-references.js';
import { CorrectRecords } from './correct-records.js';
import {
  SubjectDirectory,
  type CheckedSubject,
  type KnownSubject,
  type NoSubject,
} from '../clients/subject-directory.js';

/** The records of one request, which are all of one data set. */
export interface Examined {
  readonly networkId: string;
  /** The results of parsing them. */
  readonly read: readonly Outcome<Candidate>[];
}

type Find<Found> = (subjects: readonly NamedSubject[]) => Promise<readonly (Found | NoSubject)[]>;

/** Decides which records of a request are accepted, and resolves their subjects (design 7, 8). */
@Injectable()
export class ExamineRecords {
  constructor(
    private readonly terms: AcceptanceTerms,
    private readonly subjects: SubjectDirectory,
    private readonly corrections: CorrectRecords,
    private readonly documents: DocumentReferences,
  ) {}

  /**
   * Each record with its subject, or every reason for its rejection, in order. Only subjects of
   * records that the network's policy accepts are sent to entity.
   * @throws OPERATION_FAILED when entity is unreachable
   */
  async examine(
    principal: Principal,
    { networkId, read }: Examined,
    now: Date,
  ): Promise<Outcome<Accepted>[]> {
    const find: Find<KnownSubject> = (subjects) => this.subjects.find(networkId, subjects);
    const outcomes = await this.decide(principal, { networkId, read }, now, find);
    return outcomes.map((outcome) => {
      if ('faults' in outcome) return outcome;
      const { candidate, found } = outcome.value;
      return {
        value: { candidate, subjectId: found.id, statedLegalName: found.statedLegalName },
      };
    });
  }

  /**
   * Every reason for which `examine` would reject each record now; stores nothing (decision 0079).
   * @throws OPERATION_FAILED when entity is unreachable
   */
  async check(
    principal: Principal,
    { networkId, read }: Examined,
    now: Date,
  ): Promise<(readonly Fault[])[]> {
    const find: Find<CheckedSubject> = (subjects) => this.subjects.check(networkId, subjects);
    const outcomes = await this.decide(principal, { networkId, read }, now, find);
    return outcomes.map((outcome) => ('faults' in outcome ? outcome.faults : []));
  }

  private async decide<Found extends CheckedSubject>(
    principal: Principal,
    { networkId, read }: Examined,
    now: Date,
    find: Find<Found>,
  ): Promise<Outcome<{ readonly candidate: Candidate; readonly found: Found }>[]> {
    const candidates = read.flatMap((outcome) => ('value' in outcome ? outcome.value : []));
    const faults = await this.faultsOf(principal, networkId, candidates, now);
    const acceptable = candidates.filter((candidate) => !faults.has(candidate));
    const subjects = await find(acceptable.map(({ subject }) => subject));
    const found = new Map(acceptable.map((candidate, place) => [candidate, subjects[place]]));
    const corrections = [...found].flatMap(([candidate, subject]) =>
      subject && 'id' in subject ? [{ candidate, networkId, subjectId: subject.id }] : [],
    );
    const uncorrectable = await this.corrections.faults(principal, corrections);
    return read.map((outcome) => {
      if ('faults' in outcome) return outcome;
      const candidate = outcome.value;
      const subject = found.get(candidate);
      if (subject === undefined) return { faults: faults.get(candidate) ?? [] };
      if ('error' in subject) return { faults: [subjectFault(candidate, subject)] };
      const fault = uncorrectable.get(candidate);
      return fault ? { faults: [fault] } : { value: { candidate, found: subject } };
    });
  }

  /** The records with a fault of their size, an applicable policy or a document. */
  private async faultsOf(
    principal: Principal,
    networkId: string,
    candidates: readonly Candidate[],
    now: Date,
  ): Promise<ReadonlyMap<Candidate, readonly Fault[]>> {
    const [first] = candidates;
    if (!first) return new Map();
    const own = ownTime(principal, now);
    const governing = await this.governing(principal, networkId, first.dataset, own);
    const documents = await this.documents.faults(principal, networkId, candidates);
    return new Map(
      candidates
        .map((candidate) => {
          const size = sizeFault(candidate);
          return [
            candidate,
            [
              ...(size ? [size] : []),
              ...faultsUnder(governing, candidate, now, own),
              ...(documents.get(candidate) ?? []),
            ],
          ] as const;
        })
        .filter(([, faults]) => faults.length > 0),
    );
  }

  private governing(
    { entity_id: furnisherId }: Principal,
    networkId: string,
    dataset: Dataset,
    now: Date,
  ): Promise<Governing[]> {
    return Promise.all(
      governingDatasets(dataset).map(async (governor) => {
        const who = { networkId, productId: governor.id, furnisherId };
        return { dataset: governor, terms: await this.terms.of(who, now) };
      }),
    );
  }
}

function subjectFault({ dataset, path }: Candidate, { error }: NoSubject): Fault {
  if (error === undefined) {
    const id = dataset.kind === 'product' ? [subjectIdName(dataset)] : [];
    return faultAt('unknown_business', [...path, ...id], 'the network has no such business');
  }
  const identity = dataset.kind === 'product' ? [identityName(dataset)] : [];
  // Entity formats its reason as `field: message`, or as a message about the whole identity.
  const [, field, message] = /^(\w+): (.*)$/s.exec(error) ?? [];
  const at = [...path, ...identity, ...(field === undefined ? [] : [field])];
  return faultAt('identity_rejected', at, message ?? error);
}
