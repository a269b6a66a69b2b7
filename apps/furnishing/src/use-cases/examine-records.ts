import { identityName, subjectIdName, type Dataset } from '@ndx/catalog';
import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { faultsUnder, type Governing } from '../domain/acceptance.js';
import { governingDatasets, type Candidate } from '../domain/candidate.js';
import { faultAt, type Fault, type Outcome } from '../domain/fault.js';
import { sizeFault } from '../domain/record-size.js';
import type { Accepted } from '../domain/furnished-record.js';
import { AcceptanceTerms } from '../storage/acceptance-terms.js';
import { SubjectDirectory, type FoundSubject } from '../clients/subject-directory.js';

/** Decides which records of a request are accepted, and resolves their subjects (design 7, 8). */
@Injectable()
export class ExamineRecords {
  constructor(
    private readonly terms: AcceptanceTerms,
    private readonly subjects: SubjectDirectory,
  ) {}

  /**
   * Each record with its subject, or every reason for its rejection, in order. Only subjects of
   * records that the network's policy accepts are sent to entity.
   * @param read the results of parsing the records of one request, all of one data set
   * @throws OPERATION_FAILED when entity is unreachable
   */
  async examine(
    principal: Principal,
    networkId: string,
    read: readonly Outcome<Candidate>[],
    now: Date,
  ): Promise<Outcome<Accepted>[]> {
    const candidates = read.flatMap((outcome) => ('value' in outcome ? outcome.value : []));
    const faults = await this.faultsOf(principal, networkId, candidates, now);
    const acceptable = candidates.filter((candidate) => !faults.has(candidate));
    const subjects = await this.subjects.find(
      networkId,
      acceptable.map(({ subject }) => subject),
    );
    const found = new Map(acceptable.map((candidate, place) => [candidate, subjects[place]]));
    return read.map((outcome) => {
      if ('faults' in outcome) return outcome;
      const refusal = faults.get(outcome.value);
      return refusal ? { faults: refusal } : withSubject(outcome.value, found.get(outcome.value));
    });
  }

  /** The records that are too large or violate an applicable policy, with their faults. */
  private async faultsOf(
    principal: Principal,
    networkId: string,
    candidates: readonly Candidate[],
    now: Date,
  ): Promise<ReadonlyMap<Candidate, readonly Fault[]>> {
    const [first] = candidates;
    if (!first) return new Map();
    const governing = await this.governing(principal, networkId, first.dataset, now);
    return new Map(
      candidates
        .map((candidate) => {
          const size = sizeFault(candidate);
          return [
            candidate,
            [...(size ? [size] : []), ...faultsUnder(governing, candidate, now)],
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

function withSubject(candidate: Candidate, found: FoundSubject): Outcome<Accepted> {
  const { dataset, path } = candidate;
  if (found === undefined) {
    const id = dataset.kind === 'product' ? [subjectIdName(dataset)] : [];
    return { faults: [faultAt([...path, ...id], 'the network has no such business')] };
  }
  if ('id' in found) return { value: { candidate, subjectId: found.id } };
  // Entity formats its reason as `field: message`.
  const identity = dataset.kind === 'product' ? [identityName(dataset)] : [];
  const detail = [...path, ...identity, found.error].join(' -> ');
  return { faults: [{ detail }] };
}
