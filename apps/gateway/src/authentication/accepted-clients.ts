/**
 * What a client of the provider is for: the sign-in of people (the console, the command line), or a
 * program of an institution, which has registered it.
 */
export const CLIENT_PURPOSES = ['people', 'program'] as const;

export type ClientPurpose = (typeof CLIENT_PURPOSES)[number];

/** The clients whose tokens are accepted, with the purposes of each. */
export type AcceptedClients = ReadonlyMap<unknown, readonly ClientPurpose[]>;

const SEPARATOR = '=';

/**
 * The clients in a list such as `ndx=people,first-bank-robot=program`. One without a purpose has all.
 * @throws TypeError for an empty or repeated client, or another purpose
 */
export function clientsIn(list: string): AcceptedClients {
  const clients = new Map<string, readonly ClientPurpose[]>();
  for (const entry of list === '' ? [] : list.split(',')) {
    const at = entry.lastIndexOf(SEPARATOR);
    const client = at < 0 ? entry : entry.slice(0, at);
    if (client === '' || /\s/.test(entry) || clients.has(client)) throw new TypeError('no client');
    clients.set(client, at < 0 ? CLIENT_PURPOSES : [purposeIn(entry.slice(at + 1))]);
  }
  return clients;
}

function purposeIn(text: string): ClientPurpose {
  const purpose = CLIENT_PURPOSES.find((one) => one === text);
  if (purpose === undefined) throw new TypeError('not a purpose');
  return purpose;
}
