import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { EVENT_BYTES } from '../bounds.js';
import { topicOf, type StatefulServiceName } from '../topology.js';
import type { Aggregate } from './aggregates.js';

export interface EventOptions<S extends TSchema> {
  /** The wire name, e.g. `consent.granted.v1`. Never derived from a class. */
  readonly type: string;
  /** The service that owns the fact and its topic. */
  readonly source: StatefulServiceName;
  readonly description: string;
  readonly payload: S;
  /**
   * The aggregate of the fact: the message key, within which events are ordered. The type follows
   * from `payload`; inferring it here as well would cost the compiler seconds.
   */
  readonly key: (payload: NoInfer<Static<S>>) => string;
  /**
   * The kind of aggregate, if subscribers have a read model of it: its payload has a `revision`,
   * and a row that is ahead of its owner is reconciled (replication 4).
   */
  readonly aggregate?: Aggregate;
  /** The services that must handle it; each refuses to boot without exactly one handler. */
  readonly subscribers: readonly StatefulServiceName[];
  /**
   * The subscribers that must apply the fact before the writer acknowledges it: the change then
   * applies to every later request (design 3).
   */
  readonly deliveredDirectlyTo?: readonly StatefulServiceName[];
  /**
   * The audit logs of the event: the networks that it is about, or without any the institution.
   * False: it is not audited (decision 0034).
   */
  readonly audited: false | ((payload: NoInfer<Static<S>>) => readonly string[]);
  /**
   * The members that governors read in the audit log of a network (decision 0094): no hash of an
   * identity, no name or id of a subject, no other network, and none of unbounded size. Default: none.
   */
  readonly readable?: readonly Extract<keyof NoInfer<Static<S>>, string>[];
  /** Bytes of its largest payload as JSON; default: the bound of an aggregate's state. */
  readonly maxBytes?: number;
}

/** An event, declared once: the producer's type, the consumer's validation, the documents' text. */
export interface EventDeclaration<P = unknown> {
  readonly type: string;
  readonly source: StatefulServiceName;
  readonly topic: string;
  readonly description: string;
  readonly schema: TSchema;
  /** Undefined when no subscriber has a read model of the aggregate. */
  readonly aggregate: Aggregate | undefined;
  readonly subscribers: readonly StatefulServiceName[];
  readonly deliveredDirectlyTo: readonly StatefulServiceName[];
  readonly isAudited: boolean;
  /** The members that governors read in the audit log of a network. */
  readonly readable: readonly string[];
  /** Bytes of its largest payload as JSON (replication 3). */
  readonly maxBytes: number;
  key(payload: P): string;
  /** The audit logs of the event, without duplicates; empty when it is not audited. */
  auditLogs(payload: P): readonly string[];
  /** Returns the payload, or throws `InvalidEventError` naming the first fault. */
  parse(data: unknown): P;
}

export class InvalidEventError extends Error {
  constructor(type: string, fault: string) {
    super(`${type}: ${fault}`);
    this.name = 'InvalidEventError';
  }
}

export function declareEvent<S extends TSchema>(
  options: EventOptions<S>,
): EventDeclaration<Static<S>> {
  // Compiled at its first use: a process declares all events, and handles few of them.
  let compiled: ReturnType<typeof Compile<S>> | undefined;
  const { audited } = options;
  return {
    type: options.type,
    source: options.source,
    topic: topicOf(options.source),
    description: options.description,
    schema: options.payload,
    aggregate: options.aggregate,
    subscribers: options.subscribers,
    deliveredDirectlyTo: options.deliveredDirectlyTo ?? [],
    isAudited: audited !== false,
    readable: options.readable ?? [],
    maxBytes: options.maxBytes ?? EVENT_BYTES.state,
    key: options.key,
    auditLogs: (payload) => (audited === false ? [] : [...new Set(audited(payload))]),
    parse(data) {
      const validator = (compiled ??= Compile(options.payload));
      if (validator.Check(data)) return data;
      const [fault] = validator.Errors(data);
      throw new InvalidEventError(
        options.type,
        `${fault?.instancePath || 'payload'} ${fault?.message ?? 'does not fit its schema'}`,
      );
    },
  };
}

/** The payload type of a declared event. */
export type PayloadOf<D> = D extends EventDeclaration<infer P> ? P : never;
