import 'reflect-metadata';
import type { Operation } from '@ndx/api';
import type { StoredEvents } from '@ndx/audit';
import { type ConfigOf, type ConfigRule, type ConfigSpec, url } from '@ndx/config';
import {
  ACTING_SERVICES,
  EVENTS,
  serviceVariable,
  type ServiceName,
  type StatefulServiceName,
} from '@ndx/contracts';
import { comparedReadModels, type ReadModel, type OwnedAggregate } from '@ndx/replication';
import { Module, type Provider, type Type } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { CALLER_READ_MODELS, type CallerTables } from '../callers/caller-state.js';
import { CreateCallers1700000000500 } from '../callers/create-callers.js';
import { accounts, memberships, OnCallerChanged } from '../callers/on-caller-changed.js';
import { type ServiceConfig, SERVICE_RULES, serviceVariables } from '../config/service-config.js';
import { signingKey } from '../principal/principal-keys.js';
import { COMMON_SEALED_COLUMNS } from './common-sealed-columns.js';
import {
  CreateNetworkWitnesses1700000000600,
  networkWitnesses,
  OnWitnessesChanged,
} from '../witness/on-witnesses-changed.js';
import type { ExpiringRows } from '@ndx/messaging';
import type { SealedColumn } from '@ndx/sealing';
import type { BackgroundWork } from './background-work.js';
import type { ClassList } from '@ndx/postgres';

export interface ServiceDefinition {
  readonly name: StatefulServiceName;
  /** The service's own variables, in addition to the common ones. */
  readonly config?: ConfigSpec;
  /** Constraints between them. */
  readonly configRules?: readonly ConfigRule[];
  /** Services whose `/internal` routes it calls; each adds its `*_URL` variable. */
  readonly calls?: readonly ServiceName[];
  /**
   * The services that it calls in its own name, besides those that keep read models of its data.
   */
  readonly callsAsItself?: readonly ServiceName[];
  /** The service's own encrypted columns, in addition to the common ones. */
  readonly sealed?: readonly SealedColumn[];
  readonly rows: ClassList;
  readonly migrations: ClassList;
  readonly http: readonly Type[];
  /** The operations that its controllers must handle; by default its own of `@ndx/api`. */
  readonly operations?: readonly Operation[];
  /**
   * For each table whose rows have audit entries, a select of the logs that they belong to. A
   * service that publishes audited events needs one.
   */
  readonly audited?: readonly string[];
  /** The audited events that it stores in a table of its own. */
  readonly storedEvents?: StoredEvents;
  /** One controller class for each consumed event. */
  readonly events?: readonly Type[];
  /** Recovery of its aggregates that other services have read models of. */
  readonly owns?: readonly OwnedAggregate[];
  /** Its read models: one for each kind of aggregate that its events are of. */
  readonly readModels?: readonly ReadModel[];
  /** The accounts and memberships by which it judges callers; default: its read models of them. */
  readonly callers?: CallerTables;
  /** A select of each network and its witnesses; default: the read model of them. */
  readonly witnesses?: string;
  readonly providers: readonly Provider[];
  /** Providers that a serving process starts. */
  readonly background?: readonly Type<BackgroundWork>[];
  /** Providers of the service's own tables whose rows have a retention. */
  readonly expiring?: readonly Type<ExpiringRows>[];
  /**
   * The service's own metrics, in addition to the common ones; the process's registry is injected.
   */
  readonly metrics?: readonly MetricsClass[];
}

/** Declares its metrics on the registry when it is created. */
export type MetricsClass = new (registry: Registry) => object;

const DEFINITION = Symbol('service-definition');

/** Declares a service: its module lists its parts, and `runService` boots it. */
export function Service(own: ServiceDefinition): ClassDecorator {
  const definition = ACTING_SERVICES.includes(own.name) ? withCallers(own) : own;
  const { name, audited } = definition;
  if (!audited && EVENTS.some((event) => event.source === name && event.isAudited)) {
    throw new Error(`${name} publishes audited events, and does not declare the audited rows`);
  }
  return (target) => {
    Reflect.defineMetadata(DEFINITION, definition, target);
    Module({
      controllers: [...definition.http, ...(definition.events ?? [])],
      providers: [
        ...definition.providers,
        ...(definition.background ?? []),
        ...(definition.expiring ?? []),
        ...(definition.metrics ?? []),
      ],
    })(target);
  };
}

/**
 * Each service that acts for accounts has the read models of what has ended (design 3), and of the
 * witnesses of its audit logs.
 */
function withCallers(own: ServiceDefinition): ServiceDefinition {
  return {
    ...own,
    migrations: [
      CreateCallers1700000000500,
      CreateNetworkWitnesses1700000000600,
      ...own.migrations,
    ],
    events: [OnCallerChanged, OnWitnessesChanged, ...(own.events ?? [])],
    readModels: [memberships, accounts, networkWitnesses, ...(own.readModels ?? [])],
    callers: CALLER_READ_MODELS,
    witnesses: `select network_id, witnesses from ${networkWitnesses.table}`,
  };
}

export function definitionOf(service: Type): ServiceDefinition {
  const definition = Reflect.getMetadata(DEFINITION, service) as ServiceDefinition | undefined;
  if (!definition) throw new Error(`${service.name} is not declared with @Service`);
  return definition;
}

/**
 * The services that must apply this one's changes before it acknowledges them, without duplicates.
 */
export function directTargets(name: StatefulServiceName): readonly StatefulServiceName[] {
  const published = EVENTS.filter((event) => event.source === name);
  return [...new Set(published.flatMap((event) => event.deliveredDirectlyTo))];
}

/** Every service that a process calls, without duplicates. */
export function peersOf(definition: ServiceDefinition): readonly ServiceName[] {
  const { name, calls = [], callsAsItself = [] } = definition;
  const subscribers = comparedReadModels(name).map(({ subscriber }) => subscriber);
  return [...new Set([...calls, ...callsAsItself, ...directTargets(name), ...subscribers])];
}

/** A select of each network and its witnesses. */
export function witnessesOf({ name, witnesses }: ServiceDefinition): string {
  if (witnesses === undefined) throw new Error(`${name} does not declare the witnesses`);
  return witnesses;
}

/** Every column of a service with encrypted values. */
export function sealedColumnsOf({ sealed = [] }: ServiceDefinition): readonly SealedColumn[] {
  return [...COMMON_SEALED_COLUMNS, ...sealed];
}

/** Every variable that a service reads, derived from its declaration. */
export function configSpecOf(definition: ServiceDefinition): ConfigSpec {
  const peers = peersOf(definition).map((peer) => [
    serviceVariable(peer, 'URL'),
    url({ desc: `Address of the ${peer} service` }),
  ]);
  return {
    ...serviceVariables(definition.name),
    ...privateKeyOf(definition),
    ...(Object.fromEntries(peers) as ConfigSpec),
    ...definition.config,
  };
}

/** The keys of a service that calls others in its own name. */
function privateKeyOf({ name, callsAsItself = [] }: ServiceDefinition): ConfigSpec {
  const called = [...callsAsItself, ...directTargets(name), ...comparedReadModels(name)];
  if (called.length === 0) return {};
  return {
    [serviceVariable(name, 'PRIVATE_KEY')]: signingKey({
      desc: `Key with which the ${name} service signs its own calls; no other process has it`,
    }),
  };
}

/** The constraints between the variables of a service. */
export function configRulesOf({ configRules = [] }: ServiceDefinition): readonly ConfigRule[] {
  return [...SERVICE_RULES, ...configRules];
}

/** The values of a service's own variables and of the common ones. */
export type ConfigFor<S extends ConfigSpec> = ServiceConfig & ConfigOf<S>;
