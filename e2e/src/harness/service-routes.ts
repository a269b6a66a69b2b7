import { OPERATIONS } from '@ndx/api';
import { STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';

/** A route that a service itself answers, public or between services. */
export interface ServiceRoute {
  readonly service: StatefulServiceName;
  readonly method: string;
  /** With an id in the place of each parameter. */
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
