import type { Answer } from '../http/answer.js';
import type { Client } from '../http/client.js';
import type { Request } from '../http/request.js';
import { checkEveryAnswer } from '../run/every-answer.js';

/** What the kit made for itself, and works in alone. */
export interface OwnNetworks {
  /** The institution of the kit's token. */
  readonly entityId: string;
  /** Where everything happens. */
  readonly networkId: string;
  /** For what must not be seen from elsewhere. */
  readonly otherNetworkId: string;
}

/** What rows are checked with. */
export class Kit implements OwnNetworks {
  readonly entityId: string;
  readonly networkId: string;
  readonly otherNetworkId: string;
  /** Ids of attestations to revoke in the end: they belong to the institution, not to a network. */
  readonly attestations = new Set<string>();

  constructor(
    readonly client: Client,
    networks: OwnNetworks,
  ) {
    ({
      entityId: this.entityId,
      networkId: this.networkId,
      otherNetworkId: this.otherNetworkId,
    } = networks);
  }

  /** @throws Mismatch when the answer lacks what every answer has, NotReachedError */
  async send(request: Request): Promise<Answer> {
    const answer = await this.client.send(request);
    checkEveryAnswer(answer);
    return answer;
  }
}

/** Something that several rows need, made by the first of them. */
export function fixture<T>(make: (kit: Kit) => Promise<T>): (kit: Kit) => Promise<T> {
  const made = new WeakMap<Kit, Promise<T>>();
  return (kit) => {
    const value = made.get(kit) ?? make(kit);
    made.set(kit, value);
    return value;
  };
}
