import { parser } from '@prometheus-io/lezer-promql';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** One label of a selector, as `service=~"gateway|entity"`. */
export interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

/** The series of one name that an expression reads. */
export interface Selector {
  readonly series: string;
  readonly matchers: readonly Matcher[];
}

/** What an expression reads. */
export interface Expression {
  readonly selectors: readonly Selector[];
  /** Names of the series. */
  readonly series: readonly string[];
  /** Every label that it selects, groups or joins by. */
  readonly labels: readonly string[];
  /** The labels of each of its aggregations; none for what is aggregated without. */
  readonly groupings: readonly (readonly string[])[];
}

/** What Grafana puts in the place of its variables. */
const VARIABLES: Readonly<Record<string, string>> = { $__rate_interval: '5m', $__range: '1h' };

/** @throws Error that shows where an expression is no PromQL */
export function parsePromQl(text: string): Expression {
  const expression = text.replaceAll(/\$__\w+/g, (name) => VARIABLES[name] ?? name);
  const selectors: { series: string; matchers: Matcher[] }[] = [];
  const labels: string[] = [];
  const groupings: string[][] = [];
  const faults: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ name, type, from, to, node }) => {
      const word = expression.slice(from, to);
      if (type.isError)
        faults.push(`${expression.slice(0, from)} <here> ${expression.slice(from)}`);
      if (name === 'VectorSelector') selectors.push({ series: '', matchers: [] });
      const selector = selectors.at(-1);
      if (selector && name === 'Identifier') selector.series = word;
      if (name === 'LabelName') labels.push(word);
      if (name === 'AggregateExpr') groupings.push(groupedBy(node, expression));
      if (selector && name === 'UnquotedLabelMatcher') {
        const [label = '', operator = '', value = ''] = wordsOf(node, expression);
        selector.matchers.push({ label, operator, value: value.slice(1, -1) });
      }
    },
  });
  if (faults.length > 0) throw new Error(`not PromQL: ${faults.join('; ')}`);
  return { selectors, series: selectors.map(({ series }) => series), labels, groupings };
}

function groupedBy(aggregation: SyntaxNode, expression: string): string[] {
  const modifier = aggregation.getChild('AggregateModifier');
  const labels = modifier?.getChild('By') && modifier.getChild('GroupingLabels');
  return labels ? wordsOf(labels, expression) : [];
}

function wordsOf(node: SyntaxNode, expression: string): string[] {
  const words: string[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    words.push(expression.slice(child.from, child.to));
  }
  return words;
}
