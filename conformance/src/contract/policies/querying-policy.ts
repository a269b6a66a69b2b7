import { randomUUID } from 'node:crypto';
import { textIn } from '../../http/answer.js';
import { post, type Request } from '../../http/request.js';
import { fixture, type Kit } from '../../kit/kit.js';
import { record } from '../../shape/shape.js';
import { kybProductId } from '../products.js';

export const PATH = '/v1/networks/policies/querying';

/** Not shown in contract 2.7; design 7 lists them. */
export const POLICY = record(
  `id network_product_id network_id product_id entity_id: uuid
   name: string
   version: integer
   schema_version status: string
   is_default enforced: boolean
   model_selections: object[]
   created_at updated_at: date-time`,
  { model_selections: record('model_name: string  field_selections: object[]') },
);

export async function createRequest(kit: Kit, name = `querying ${randomUUID()}`): Promise<Request> {
  return post(PATH, { product_id: await kybProductId(kit), network_id: kit.networkId, name });
}

export async function create(kit: Kit): Promise<string> {
  const created = await kit.done(await createRequest(kit));
  return textIn(created.body, 'id');
}

export const draft = fixture(create);

export const configuration = (id: string) => `${PATH}/${id}/configuration`;
