import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Choices } from './choices.js';

const LETTERS = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');

function first(count: number, answers: Generator<string, never>): string[] {
  return Array.from({ length: count }, () => answers.next().value);
}

test('a seed repeats its choices, however many are made', () => {
  const [one, again] = [new Choices(7), new Choices(7)].map((choices) =>
    first(500, choices.of('victim', LETTERS)),
  );
  expect(again).toEqual(one);
});

test('other seeds and other questions have different answers', () => {
  const answers = first(50, new Choices(7).of('victim', LETTERS));
  expect(first(50, new Choices(8).of('victim', LETTERS))).not.toEqual(answers);
  expect(first(50, new Choices(7).of('moment', LETTERS))).not.toEqual(answers);
});

test('interleaved questions do not change answers', () => {
  const choices = new Choices(7);
  const victims = choices.of('victim', LETTERS);
  const mixed = Array.from({ length: 20 }, () => {
    first(3, choices.of('moment', LETTERS));
    return victims.next().value;
  });
  expect(mixed).toEqual(first(20, new Choices(7).of('victim', LETTERS)));
});
