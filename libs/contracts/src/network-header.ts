/** The network of a template request, whose body has none (design 8). */
export const NETWORK_HEADER = 'x-network-id';
