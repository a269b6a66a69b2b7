import type { Answer } from '../http/answer.js';
import type { Client } from '../http/client.js';
import type { Request, TokenName } from '../http/request.js';
import { checkEveryAnswer } from '../run/every-answer.js';
import { status } from '../run/expect.js';
import type { Receiver } from './receiver.js';

/** What a row can need: a token, or a receiver of webhooks. */
export type Need = TokenName | 'receiver';

/** The networks that the kit creates and works in. */
export interface OwnNetworks {
  /** The institution of the kit's token. */
  readonly entityId: string;
  /** The network of most rows. */
  readonly networkId: string;
  /** A second network, for data that must not be visible in the first. */
  readonly otherNetworkId: string;
}

/** The context of the rows. */
export class Kit implements OwnNetworks {
  readonly entityId: string;
  readonly networkId: string;
  readonly otherNetworkId: string;
  /** Ids of attestations to revoke at the end: they belong to the institution, not to a network. */
  readonly attestations = new Set<string>();
  /** Ids of notice endpoints to delete at the end, for the same reason. */
  readonly noticeEndpoints = new Set<string>();
  /** Ids of clients to remove at the end, for the same reason. */
  readonly clients = new Set<string>();
  /** The members, by further networks that rows created, that are removed at the end. */
  readonly furtherNetworks = new Map<string, readonly string[]>();

  constructor(
    readonly client: Client,
    networks: OwnNetworks,
    readonly receiver?: Receiver,
  ) {
    ({
      entityId: this.entityId,
      networkId: this.networkId,
      otherNetworkId: this.otherNetworkId,
    } = networks);
  }

  has(need: Need): boolean {
    return (need === 'receiver' ? this.receiver : this.client.tokens[need]) !== undefined;
  }

  /** @throws Mismatch when the response lacks a common property, NotReachedError */
  async send(request: Request): Promise<Answer> {
    const answer = await this.client.send(request);
    checkEveryAnswer(answer);
    return answer;
  }

  /** The same for a request that must be a 200. */
  async done(request: Request): Promise<Answer> {
    const answer = await this.send(request);
    status(200)(answer);
    return answer;
  }
}

/** A shared fixture, created by the first row that needs it. */
export function fixture<T>(make: (kit: Kit) => Promise<T>): (kit: Kit) => Promise<T> {
  const made = new WeakMap<Kit, Promise<T>>();
  return (kit) => {
    const value = made.get(kit) ?? make(kit);
    made.set(kit, value);
    return value;
  };
}
