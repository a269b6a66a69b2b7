import { OPERATOR } from '../../network/demo-network.js';
import { FURNISHERS, type Furnisher } from '../outcome.js';
import { FURNISHING_BANKS } from '../sandbox-parties.js';
import type { TestedFurnisher } from './playable-test.js';
import { UnplayableError } from './unplayable-error.js';

/** The institutions of the sandbox that stand for the ones of a test. */
export class PlayedInstitutions {
  private constructor(private readonly furnishers: ReadonlyMap<string, Furnisher>) {}

  /**
   * Attestations are not of one network, so each furnisher of the test is one of the sandbox that
   * is attested, or not, as it is.
   * @param attested the attested ones of the sandbox
   * @throws UnplayableError when the sandbox has too few
   */
  static of(
    tested: readonly TestedFurnisher[],
    attested: ReadonlySet<Furnisher>,
  ): PlayedInstitutions {
    const free = new Set(FURNISHERS);
    const chosen = tested.map(({ name, isAttested }): [string, Furnisher] => {
      const one = [...free].find((each) => attested.has(each) === isAttested);
      if (one === undefined) {
        const kind = isAttested ? 'with an attestation' : 'without an attestation';
        throw new UnplayableError(`records: the sandbox has no furnisher ${kind} left for ${name}`);
      }
      free.delete(one);
      return [name, one];
    });
    return new PlayedInstitutions(new Map(chosen));
  }

  /** The furnishers of the sandbox that have a part. */
  get all(): readonly Furnisher[] {
    return [...this.furnishers.values()];
  }

  /** @throws Error for a name without a record in the test */
  furnisherFor(name: string): Furnisher {
    const furnisher = this.furnishers.get(name);
    if (furnisher === undefined) throw new Error(`nobody furnishes for ${name}`);
    return furnisher;
  }

  /** The id of an institution that the test names; of one without a record, a member that furnishes nothing. */
  idOf(name: string): string {
    const furnisher = this.furnishers.get(name);
    return furnisher === undefined ? OPERATOR.entityId : FURNISHING_BANKS[furnisher].entityId;
  }

  /** Each institution once, in order. */
  idsOf(names: readonly string[]): string[] {
    return [...new Set(names.map((name) => this.idOf(name)))];
  }

  /** The name in the test of a furnisher with an id. */
  nameOf(id: string): string {
    const names = [...this.furnishers.keys()];
    return names.find((name) => this.idOf(name) === id) ?? id;
  }
}
