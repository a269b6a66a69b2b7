/** Names the network of a template request, which carries none in its body (design 8). */
export const NETWORK_HEADER = 'x-network-id';
