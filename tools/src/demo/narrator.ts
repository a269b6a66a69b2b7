import type { ApiAnswer } from '../network/api-client.js';

/** The demo got another response than expected. */
export class UnexpectedAnswerError extends Error {}

export interface Step {
  readonly title: string;
  readonly who: string;
  readonly sent: string;
  readonly body?: unknown;
  readonly call: () => Promise<ApiAnswer>;
  readonly expected: number;
  readonly meaning: string;
}

/** Prints each step of the demo: the request, the response, and an explanation. */
export class Narrator {
  private count = 0;

  constructor(private readonly print: (line: string) => void) {}

  /** @returns the body of the answer. @throws UnexpectedAnswerError when the status is not the expected one */
  async step<T>(step: Step): Promise<T> {
    return (await this.request(step)).body as T;
  }

  /** @throws UnexpectedAnswerError when the status is not the expected one */
  async request({ title, who, sent, body, call, expected, meaning }: Step): Promise<ApiAnswer> {
    this.count += 1;
    this.print(`\n${this.count}. ${title}`);
    this.print(`   ${who} sends   ${sent}`);
    if (body !== undefined) this.print(indent(body));
    const answer = await call();
    this.print(`   comes back   ${answer.status}`);
    if (answer.body !== undefined) this.print(indent(answer.body));
    if (answer.status !== expected) {
      throw new UnexpectedAnswerError(
        `step ${this.count} expected status ${expected}, and ${answer.status} came back`,
      );
    }
    this.print(`   which means  ${meaning}`);
    return answer;
  }

  /** Prints a fact that is not a response. */
  observe(title: string, seen: unknown, meaning: string): void {
    this.count += 1;
    this.print(`\n${this.count}. ${title}`);
    this.print(indent(seen, Infinity));
    this.print(`   which means  ${meaning}`);
  }

  say(line: string): void {
    this.print(line);
  }
}

const LONGEST = 40;

/** Indented JSON, truncated when it is long. */
function indent(value: unknown, longest = LONGEST): string {
  const lines = JSON.stringify(value, null, 2).split('\n');
  const shown =
    lines.length > longest
      ? [...lines.slice(0, longest), `… ${lines.length - longest} more lines`]
      : lines;
  return shown.map((line) => `      ${line}`).join('\n');
}
