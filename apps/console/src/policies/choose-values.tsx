import { Button, Menu } from '@mantine/core';
import type { SuggestedValue } from './furnished-values.js';

interface ChooseValuesProps {
  /** The field. */
  readonly name: string;
  readonly suggested: readonly SuggestedValue[];
  /** How many records state any other value; undefined if they are not counted. */
  readonly others: string | undefined;
  readonly accepted: readonly string[];
  readonly onToggle: (value: string) => void;
}

/** The values that the catalogue lists for a field, to accept or not. */
export function ChooseValues({ name, suggested, others, accepted, onToggle }: ChooseValuesProps) {
  return (
    // The first value takes the focus: axe rejects a placeholder that does.
    <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" size="compact-xs" aria-label={`Choose values of ${name}`}>
          Choose values
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" maw="calc(100vw - 1rem)" style={{ overflowY: 'auto' }}>
        {suggested.map(({ value, records }) => (
          <Menu.CheckboxItem
            key={value}
            checked={accepted.includes(value)}
            onChange={() => onToggle(value)}
          >
            {records === undefined ? value : `${value} · ${records}`}
          </Menu.CheckboxItem>
        ))}
        {others !== undefined && <Menu.Label>Any other value · {others}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}
