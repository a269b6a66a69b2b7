import { randomUUID } from 'node:crypto';
import { get, withQuery } from '../../http/request.js';
import { cases } from '../../run/cases.js';
import { envelope, ok } from '../../run/expect.js';
import type { Row } from '../../run/row.js';
import { record } from '../../shape/shape.js';
import { kybProductId } from '../products.js';

const PATH = '/v1/furnished-values';

const BOUNDS = record('at_least fewer_than: integer');

const FURNISHED_VALUES = record(
  'network_id product_id: uuid  counted_at: date-time  sections: object[]',
  {
    sections: record(
      'model_name: string  examined: object  is_complete: boolean  fields: object[]',
      {
        examined: BOUNDS,
        fields: record('field_name: string  values: object[]  other: object', {
          values: record('value: string  records: object', { records: BOUNDS }),
          other: BOUNDS,
        }),
      },
    ),
  },
);

/** The values that the records of a network state (decision 0116). */
export const furnishedValueRows: readonly Row[] = cases('design 7', [
  {
    says: `GET ${PATH} counts the values of the catalogue in the records of a network`,
    request: async (kit) =>
      get(withQuery(PATH, { network_id: kit.networkId, product_id: await kybProductId(kit) })),
    expect: async (answer, kit) =>
      ok(FURNISHED_VALUES, { network_id: kit.networkId, product_id: await kybProductId(kit) })(
        answer,
      ),
  },
  {
    says: `GET ${PATH} of an unknown product is a 400`,
    request: (kit) => get(withQuery(PATH, { network_id: kit.networkId, product_id: randomUUID() })),
    expect: envelope('VALIDATION_ERROR'),
  },
  {
    says: `GET ${PATH} of a network to which the caller does not belong is denied`,
    request: async (kit) =>
      get(withQuery(PATH, { network_id: randomUUID(), product_id: await kybProductId(kit) })),
    expect: envelope('PERMISSION_DENIED'),
  },
]);
