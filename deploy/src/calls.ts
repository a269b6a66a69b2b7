import { SERVICE_NAMES, serviceVariable, type ServiceName } from '@ndx/contracts';
import { declaredVariables } from './declared-variables.js';

/** The services that a process calls, from the addresses it reads. */
export function callsOf(service: ServiceName): readonly ServiceName[] {
  const names = new Set(declaredVariables(service).map(({ name }) => name));
  return SERVICE_NAMES.filter((peer) => names.has(serviceVariable(peer, 'URL')));
}
