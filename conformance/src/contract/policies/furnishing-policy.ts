import { record } from '../../shape/shape.js';

export const PATH = '/v1/networks/policies/furnishing';

/** Contract 2.6. */
export const POLICY = record(`
  id: uuid
  name: string
  version: integer
  schema_version: string
  entity_id? network_id?: uuid | null
  source_default_slug?: string | null
  active_on? deprecated_on?: date-time | null
  policy_metadata?: object
  created_at? updated_at?: date-time | null
`);

export const configuration = (id: string) => `${PATH}/${id}/configuration`;
