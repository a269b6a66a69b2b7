import { Button, Code, CopyButton, Group, Tabs } from '@mantine/core';
import { useState } from 'react';

/** The same request in several languages, each to copy. */
export function CodeTabs({ code }: { readonly code: Readonly<Record<string, string>> }) {
  const labels = Object.keys(code);
  const [selected, setSelected] = useState(labels[0] ?? '');
  return (
    <Tabs value={selected} onChange={(value) => setSelected(value ?? selected)} variant="outline">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Tabs.List miw={0} style={{ overflowX: 'auto', flexWrap: 'nowrap' }}>
          {labels.map((label) => (
            <Tabs.Tab key={label} value={label}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <CopyButton value={code[selected] ?? ''} timeout={1_500}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" flex="none" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
      {labels.map((label) => (
        <Tabs.Panel key={label} value={label} pt="xs">
          <Code block mah={320} tabIndex={0} role="group" aria-label={`${label} code`}>
            {code[label]}
          </Code>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
