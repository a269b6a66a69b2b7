import { NdxError, type Answer } from '@ndx/client';

/** The demo got another response than expected. */
export class UnexpectedAnswerError extends Error {}

interface Exchange {
  readonly who: string;
  readonly sent: string;
  readonly body: string;
  readonly status: number;
  readonly answer: string;
}

/** Prints each step of the demo: the request, the response, and an explanation. */
export class Narrator {
  private count = 0;
  private latest: Exchange | undefined;

  constructor(private readonly print: (line: string) => void) {}

  /** A `fetch` for the client of an institution, whose requests the steps show. */
  fetchOf(who: string): typeof fetch {
    return async (input, init) => {
      const request = new Request(input, init);
      const body = await request.clone().text();
      const response = await fetch(request);
      const { pathname, search } = new URL(request.url);
      this.latest = {
        ...{ who, body },
        sent: `${request.method} ${pathname}${search}`,
        status: response.status,
        answer: await response.clone().text(),
      };
      return response;
    };
  }

  /** @throws UnexpectedAnswerError when the status is not the expected one */
  async step<Data>(
    title: string,
    meaning: string,
    call: () => Promise<Answer<Data>>,
    expected = 200,
  ): Promise<Answer<Data>> {
    const answer = await rejectionOr(call);
    this.tell(title, meaning, expected);
    if (answer instanceof NdxError) throw answer;
    return answer;
  }

  /** A step whose request is rejected. @throws UnexpectedAnswerError when it is not */
  async denial(
    title: string,
    meaning: string,
    call: () => Promise<unknown>,
    expected = 403,
  ): Promise<void> {
    await rejectionOr(call);
    this.tell(title, meaning, expected);
  }

  /** Prints a fact that is not a response. */
  observe(title: string, meaning: string, seen: unknown): void {
    this.print(`\n${(this.count += 1)}. ${title}`);
    this.print(indent(JSON.stringify(seen), Infinity));
    this.print(`   which means  ${meaning}`);
  }

  private tell(title: string, meaning: string, expected: number): void {
    if (!this.latest) throw new Error('no request was sent');
    const { who, sent, body, status, answer } = this.latest;
    this.print(`\n${(this.count += 1)}. ${title}`);
    this.print(`   ${who} sends   ${sent}`);
    if (body !== '') this.print(indent(body));
    this.print(`   comes back   ${status}`);
    if (answer !== '') this.print(indent(answer));
    if (status !== expected) {
      throw new UnexpectedAnswerError(
        `step ${this.count} expected status ${expected}, and ${status} came back`,
      );
    }
    this.print(`   which means  ${meaning}`);
  }
}

/** The answer of a call, or the rejection by the network. */
export async function rejectionOr<Result>(call: () => Promise<Result>): Promise<Result | NdxError> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof NdxError) return error;
    throw error;
  }
}

const LONGEST = 40;

/** Indented JSON, truncated when it is long. */
function indent(json: string, longest = LONGEST): string {
  const lines = JSON.stringify(JSON.parse(json), null, 2).split('\n');
  const shown =
    lines.length > longest
      ? [...lines.slice(0, longest), `… ${lines.length - longest} more lines`]
      : lines;
  return shown.map((line) => `      ${line}`).join('\n');
}
