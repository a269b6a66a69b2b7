import 'reflect-metadata';
import type { Operation } from '@ndx/api';
import { type ConfigOf, type ConfigRule, type ConfigSpec, url } from '@ndx/config';
import {
  EVENTS,
  serviceVariable,
  type ServiceName,
  type StatefulServiceName,
} from '@ndx/contracts';
import type { OwnedAggregate } from '@ndx/messaging';
import { Module, type Provider, type Type } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { type ServiceConfig, SERVICE_RULES, serviceVariables } from '../config/service-config.js';
import { signingKey } from '../principal/principal-keys.js';
import { COMMON_SEALED_COLUMNS } from './common-sealed-columns.js';
import type { SealedColumn } from '@ndx/sealing';
import type { ClassList } from '@ndx/postgres';

export interface ServiceDefinition {
  readonly name: StatefulServiceName;
  /** The service's own variables, beside the shared ones. */
  readonly config?: ConfigSpec;
  /** What must hold among them. */
  readonly configRules?: readonly ConfigRule[];
  /** Services whose `/internal` routes it calls; each adds its `*_URL` variable. */
  readonly calls?: readonly ServiceName[];
  /** The service's own sealed columns, beside the shared ones. */
  readonly sealed?: readonly SealedColumn[];
  readonly rows: ClassList;
  readonly migrations: ClassList;
  readonly http: readonly Type[];
  /** The operations that its controllers must handle: its own of `@ndx/api`, but in tests of this package. */
  readonly operations?: readonly Operation[];
  /** One class for each fact that it consumes. */
  readonly events?: readonly Type[];
  /** What it does for those of its aggregates of which others keep copies. */
  readonly owns?: readonly OwnedAggregate[];
  readonly providers: readonly Provider[];
  /** The service's own metrics, each injected with the process's registry, beside the shared ones. */
  readonly metrics?: readonly MetricsClass[];
}

/** Declares its metrics on the registry when it is made. */
export type MetricsClass = new (registry: Registry) => object;

const DEFINITION = Symbol('service-definition');

/** Declares a service: its module is its table of contents, and `runService` all its boot code. */
export function Service(definition: ServiceDefinition): ClassDecorator {
  return (target) => {
    Reflect.defineMetadata(DEFINITION, definition, target);
    Module({
      controllers: [...definition.http, ...(definition.events ?? [])],
      providers: [...definition.providers, ...(definition.metrics ?? [])],
    })(target);
  };
}

export function definitionOf(service: Type): ServiceDefinition {
  const definition = Reflect.getMetadata(DEFINITION, service) as ServiceDefinition | undefined;
  if (!definition) throw new Error(`${service.name} is not declared with @Service`);
  return definition;
}

/** The services that must have applied this one's changes before it acknowledges them, each once. */
export function directTargets(name: StatefulServiceName): readonly StatefulServiceName[] {
  const published = EVENTS.filter((event) => event.source === name);
  return [...new Set(published.flatMap((event) => event.deliveredDirectlyTo))];
}

/** Every service that a process talks to, each once. */
export function peersOf(definition: ServiceDefinition): readonly ServiceName[] {
  return [...new Set([...(definition.calls ?? []), ...directTargets(definition.name)])];
}

/** Every column of a service that holds sealed values. */
export function sealedColumnsOf({ sealed = [] }: ServiceDefinition): readonly SealedColumn[] {
  return [...COMMON_SEALED_COLUMNS, ...sealed];
}

/** Every variable that a service reads, derived from its declaration. */
export function configSpecOf(definition: ServiceDefinition): ConfigSpec {
  const peers = peersOf(definition).map((peer) => [
    serviceVariable(peer, 'URL'),
    url({ desc: `Base address of the ${peer} service` }),
  ]);
  return {
    ...serviceVariables(definition.name),
    ...privateKeyOf(definition.name),
    ...(Object.fromEntries(peers) as ConfigSpec),
    ...definition.config,
  };
}

/** Of a service that calls others in its own name. */
function privateKeyOf(name: StatefulServiceName): ConfigSpec {
  if (directTargets(name).length === 0) return {};
  return {
    [serviceVariable(name, 'PRIVATE_KEY')]: signingKey({
      desc: `Ed25519 key with which the ${name} service signs the events that it delivers directly; no other process has it, and PRINCIPAL_PUBLIC_KEYS has its public key`,
    }),
  };
}

/** What must hold among them. */
export function configRulesOf({ configRules = [] }: ServiceDefinition): readonly ConfigRule[] {
  return [...SERVICE_RULES, ...configRules];
}

/** The values of a service's own variables together with the common ones. */
export type ConfigFor<S extends ConfigSpec> = ServiceConfig & ConfigOf<S>;
