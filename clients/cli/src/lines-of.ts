import { createReadStream } from 'node:fs';

/**
 * The lines of a file of JSON texts in UTF-8. They end at line feeds alone: `node:readline` also ends
 * them at separators that a JSON text can hold, U+2028 and U+2029. White space may follow a JSON
 * text, so the carriage return of a CRLF remains.
 */
export async function* linesOf(file: string): AsyncGenerator<string> {
  let line: string[] = [];
  for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    const [first = '', ...others] = chunk.split('\n');
    line.push(first);
    for (const next of others) {
      yield line.join('');
      line = [next];
    }
  }
  const last = line.join('');
  if (last !== '') yield last;
}
