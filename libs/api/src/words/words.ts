/** A sentence about a member, with an example where its schema shows none. */
export type Words = string | readonly [description: string, example: unknown];

export type WordTable = Readonly<Record<string, Words>>;
