/** A sentence about a member, with an example where its schema shows none. */
export type Words = string | readonly [description: string, example: unknown];

/** By `member`, or by `Schema.member` where a name has another meaning or another example. */
export type WordTable = Readonly<Record<string, Words>>;
