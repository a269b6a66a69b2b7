import { parser } from '@prometheus-io/lezer-promql';

/** What an expression reads. */
export interface Expression {
  /** Names of the series. */
  readonly series: readonly string[];
  /** Every label that it selects, groups or joins by. */
  readonly labels: readonly string[];
  /** What it selects by equality, as `route="/v1/networks"`. */
  readonly selected: readonly (readonly [label: string, value: string])[];
}

/** What Grafana puts in the place of its variables. */
const VARIABLES: Readonly<Record<string, string>> = { $__rate_interval: '5m', $__range: '1h' };

/** @throws Error that shows where an expression is no PromQL */
export function parsePromQl(text: string): Expression {
  const expression = text.replaceAll(/\$__\w+/g, (name) => VARIABLES[name] ?? name);
  const series: string[] = [];
  const labels: string[] = [];
  const selected: [string, string][] = [];
  const faults: string[] = [];
  let matcher: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ name, type, from, to }) => {
      const word = expression.slice(from, to);
      if (type.isError)
        faults.push(`${expression.slice(0, from)} <here> ${expression.slice(from)}`);
      if (name === 'Identifier') series.push(word);
      if (name === 'LabelName') labels.push(word);
      if (['LabelName', 'MatchOp', 'StringLiteral'].includes(name)) matcher.push(word);
      if (name === 'StringLiteral') {
        const [label = '', operator, value = ''] = matcher;
        if (operator === '=') selected.push([label, value.slice(1, -1)]);
        matcher = [];
      }
    },
  });
  if (faults.length > 0) throw new Error(`not PromQL: ${faults.join('; ')}`);
  return { series, labels, selected };
}
