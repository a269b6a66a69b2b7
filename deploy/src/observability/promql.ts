import { parser } from '@prometheus-io/lezer-promql';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** A label matcher of a selector, e.g. `service=~"gateway|entity"`. */
export interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

/** A selector of an expression: the series of one name. */
export interface Selector {
  readonly series: string;
  readonly matchers: readonly Matcher[];
}

/** The parts of a parsed expression. */
export interface Expression {
  readonly selectors: readonly Selector[];
  /** The names of the series. */
  readonly series: readonly string[];
  /** Every label in a selector, grouping or join. */
  readonly labels: readonly string[];
  /** The labels of each aggregation; empty for an aggregation without `by`. */
  readonly groupings: readonly (readonly string[])[];
}

/** Values for the variables that Grafana replaces. */
const VARIABLES: Readonly<Record<string, string>> = { $__rate_interval: '5m', $__range: '1h' };

/** @throws Error with the position of a syntax error */
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
