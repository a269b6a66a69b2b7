import {
  EVENTS,
  SERVICE_NAMES,
  serviceVariable,
  STATEFUL_SERVICE_NAMES,
  topicOf,
  type ServiceName,
} from '@ndx/contracts';
import type { Declaration } from '@ndx/config';

/** A process for the generated files: its row of the topology and its own declarations. */
export interface DescribedProcess {
  readonly name: ServiceName;
  /** Every variable that it reads. */
  readonly variables: readonly string[];
  /** The processes whose address it reads. */
  readonly calls: readonly ServiceName[];
  /** The variables with required keys. */
  readonly keys: readonly string[];
  /** The variable of its database's address, and the topic of its events, if it has them. */
  readonly database: string | undefined;
  readonly topic: string | undefined;
  /** The topics that it consumes, by name. */
  readonly consumes: readonly string[];
}

export type Declarations = ReadonlyMap<ServiceName, Declaration>;

/** Every process, in the order of the topology. */
export function describeProcesses(declarations: Declarations): readonly DescribedProcess[] {
  return SERVICE_NAMES.map((name) => {
    const stateful = STATEFUL_SERVICE_NAMES.find((each) => each === name);
    const database = stateful && serviceVariable(stateful, 'DATABASE_URL');
    const declared = declarations.get(name)?.variables ?? [];
    const subscribed = EVENTS.filter((event) => event.subscribers.some((each) => each === name));
    const variables = declared.map((variable) => variable.name);
    return {
      name,
      variables,
      calls: SERVICE_NAMES.filter((peer) => variables.includes(serviceVariable(peer, 'URL'))),
      keys: declared
        .filter((variable) => variable.required && variable.secret && variable.name !== database)
        .map((variable) => variable.name),
      database,
      topic: stateful && topicOf(stateful),
      consumes: [...new Set(subscribed.map(({ topic }) => topic))].sort(),
    };
  });
}

/** The environments of the contract, as the processes declare them. */
export function environmentsOf(declarations: Declarations): readonly string[] {
  const [first] = declarations.values();
  const declared = first?.variables.find(({ name }) => name === 'ENVIRONMENT');
  return (declared?.choices ?? []).map(String);
}
