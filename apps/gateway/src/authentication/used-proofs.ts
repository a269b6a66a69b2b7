import { hash } from 'node:crypto';
import { DomainError } from '@ndx/contracts';
import { PROOF_LIFETIME_SECONDS, PROOF_SKEW_SECONDS, type Proof } from './dpop-proof.js';
import { Refusal } from './refusal.js';

/** A proof is remembered for at least this time after its first use. */
const REMEMBERED_MS = (PROOF_LIFETIME_SECONDS + PROOF_SKEW_SECONDS) * 1_000;
/** Of one generation; about 100 bytes each. */
const MOST_PROOFS = 500_000;
/** The share of one key, so that one client cannot use up the memory of all. */
const MOST_OF_ONE_KEY = 250_000;
/** Of a hash in base64: 132 bits. */
const ID_CHARACTERS = 22;

/** The proofs of a time; a proof is looked up in the current generation and in the previous one. */
interface Generation {
  readonly ids: Set<string>;
  readonly perKey: Map<string, number>;
}

/**
 * The proofs that this process has accepted, so that each is used once (RFC 9449, 11.1). Its memory
 * is bounded, and no proof is forgotten while it would be accepted: beyond a bound, further proofs are
 * rejected.
 */
export class UsedProofs {
  private current = emptyGeneration();
  private previous = emptyGeneration();
  private startedAt: number;

  constructor(
    private readonly bounds = { total: MOST_PROOFS, perKey: MOST_OF_ONE_KEY },
    /** Milliseconds of a monotonic clock. */
    private readonly now: () => number = () => performance.now(),
  ) {
    this.startedAt = this.now();
  }

  /**
   * Records the use.
   * @returns the id of the proof
   * @throws Refusal `proof_replayed`, RATE_LIMIT_EXCEEDED beyond a bound
   */
  use({ jti, jkt }: Proof): string {
    this.turn();
    const id = hash('sha256', `${jkt} ${jti}`, 'base64').slice(0, ID_CHARACTERS);
    if (this.current.ids.has(id) || this.previous.ids.has(id)) throw new Refusal('proof_replayed');
    const used = this.current.perKey.get(jkt) ?? 0;
    if (this.current.ids.size >= this.bounds.total || used >= this.bounds.perKey) {
      const detail = 'as many DPoP proofs were accepted as are remembered until they expire';
      throw new DomainError('rate_limited', detail);
    }
    this.current.ids.add(id);
    this.current.perKey.set(jkt, used + 1);
    return id;
  }

  /** A generation stays for one more after the last of its proofs. */
  private turn(): void {
    const passed = this.now() - this.startedAt;
    if (passed < REMEMBERED_MS) return;
    this.previous = passed < 2 * REMEMBERED_MS ? this.current : emptyGeneration();
    this.current = emptyGeneration();
    this.startedAt = this.now();
  }
}

function emptyGeneration(): Generation {
  return { ids: new Set(), perKey: new Map() };
}
