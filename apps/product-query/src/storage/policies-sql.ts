/**
 * The named policy ($2) and the defaults of the listed networks ($1) as JSON text: one column of the
 * statements that read for a query. Walks the primary key and the index policy_copy_default.
 * @param ofProduct picks the products or templates that the defaults are for
 */
export const policiesSql = (ofProduct: string) => `
(select json_agg(json_build_object('id', policy_id, 'version', version, 'networkId', network_id,
   'productId', product_id, 'status', status, 'isDefault', is_default, 'enforced', enforced,
   'modelSelections', model_selections::json))::text
 from policy_copy
 where policy_id = $2::uuid
    or (network_id = any($1::uuid[]) and ${ofProduct} and is_default and status = 'published'))`;
