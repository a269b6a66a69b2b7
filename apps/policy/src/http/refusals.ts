/** Why operations on policies of either kind are refused, for the documents. */
export const NO_SUCH_DATASET = { VALIDATION_ERROR: 'there is no such product or template' };

export const NOT_GOVERNED = { PERMISSION_DENIED: 'the caller does not govern the network' };

export const NOT_FOUND = { RESOURCE_NOT_FOUND: 'policy with that id not found' };

export const LIST_REFUSALS = { PERMISSION_DENIED: 'the caller does not belong to the network' };
