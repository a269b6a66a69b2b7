import { NdxError } from '@ndx/client';

/** The data of an answer; undefined when the server has no such resource for the reader. */
export async function dataOrAbsent<Data>(
  answer: Promise<{ readonly data: Data }>,
): Promise<Data | undefined> {
  try {
    return (await answer).data;
  } catch (error) {
    if (error instanceof NdxError && error.status === 404) return undefined;
    throw error;
  }
}
