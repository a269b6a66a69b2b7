/** The SQL expressions that select the policies of a query. */
export interface PolicyParameters {
  /** `uuid` of the named policy, or null. */
  readonly policyId: string;
  /** `uuid[]` of the listed networks. */
  readonly networkIds: string;
  /** Condition on the product or the templates of the defaults. */
  readonly ofProduct: string;
}

/**
 * The named policy and the defaults of the requested networks as JSON text: one column of the
 * query statements. Uses the primary key and the index policy_copy_default.
 */
export const policiesSql = ({ policyId, networkIds, ofProduct }: PolicyParameters) => `
(select json_agg(json_build_object('id', policy_id, 'version', version, 'networkId', network_id,
   'productId', product_id, 'status', status, 'isDefault', is_default, 'enforced', enforced,
   'modelSelections', model_selections::json, 'consent', consent,
   'permissiblePurposes', coalesce(permissible_purposes::json, '[]'::json)))::text
 from policy_copy
 where state_revision <> 0 and (policy_id = ${policyId}
    or (network_id = any(${networkIds}) and ${ofProduct} and is_default and status = 'published')))`;
