/** Where a statement has what picks the policies of a query. */
export interface PolicyParameters {
  /** `uuid` of the named policy, or null. */
  readonly policyId: string;
  /** `uuid[]` of the listed networks. */
  readonly networkIds: string;
  /** Picks the product or the templates that the defaults are for. */
  readonly ofProduct: string;
}

/**
 * The named policy and the defaults of the listed networks as JSON text: one column of the statements
 * that read for a query. Walks the primary key and the index policy_copy_default.
 */
export const policiesSql = ({ policyId, networkIds, ofProduct }: PolicyParameters) => `
(select json_agg(json_build_object('id', policy_id, 'version', version, 'networkId', network_id,
   'productId', product_id, 'status', status, 'isDefault', is_default, 'enforced', enforced,
   'modelSelections', model_selections::json, 'consent', consent,
   'permissiblePurposes', coalesce(permissible_purposes::json, '[]'::json)))::text
 from policy_copy
 where state_revision is distinct from 0 and (policy_id = ${policyId}
    or (network_id = any(${networkIds}) and ${ofProduct} and is_default and status = 'published')))`;
