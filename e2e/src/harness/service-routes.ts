import { OPERATIONS } from '@ndx/api';
import { STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';

/** A route of a service, public or internal. */
export interface ServiceRoute {
  readonly service: StatefulServiceName;
  readonly method: string;
  /** With an id for each parameter. */
  readonly path: string;
}

const ANY_ID = '0192d3c0-5c5e-7a80-9b1e-000000000001';

export const SERVICE_ROUTES: readonly ServiceRoute[] = STATEFUL_SERVICE_NAMES.flatMap((service) =>
  OPERATIONS.filter(
    (operation) => operation.service === service || operation.service === undefined,
  ).map(({ method, path }) => ({
    service,
    method,
    path: path.replaceAll(/\{\w+\}/g, ANY_ID),
  })),
);
