import { Stack, Text } from '@mantine/core';
import type { Network } from '@ndx/client';
import { objectsOf } from '../audit/sentence.js';
import { SentenceWords } from '../audit/sentence-words.js';
import { useEntryNames } from '../audit/use-entry-names.js';
import { Empty } from '../parts/data-table.js';
import { Listed } from '../parts/listed.js';
import { Panel } from '../parts/page.js';
import { Moment } from '../parts/values.js';
import type { TimelineSource } from './sources.js';
import classes from './timeline.module.css';
import { useTimeline } from './use-timeline.js';

interface TimelineProps {
  readonly network: Network;
  readonly sources: readonly TimelineSource[];
  /** What the reader may not see of it, in words. */
  readonly limits?: string;
}

/** What happened to an object, as far as the reader may see it, the newest first. */
export function Timeline({ network, sources, limits }: TimelineProps) {
  const list = useTimeline(sources);
  const names = useEntryNames(network, (list.data?.items ?? []).flatMap(objectsOf));
  if (sources.length === 0) return null;
  return (
    <Panel title="Timeline">
      <Stack gap="sm">
        {limits !== undefined && (
          <Text size="sm" c="dimmed" maw={760}>
            {limits}
          </Text>
        )}
        {list.hasNextPage && (
          <Text size="sm" c="dimmed" maw={760}>
            A later change of an older consent, record or dispute is shown after its creation is
            loaded.
          </Text>
        )}
        <Listed list={list} noun={['event', 'events']} more="Load older events">
          {(entries) =>
            entries.length === 0 ? (
              <Empty title="Nothing happened yet" />
            ) : (
              <ol className={classes['list']} aria-label="Timeline">
                {entries.map(({ key, occurred_at: at, why, account, by, actor, did }) => (
                  <li key={key}>
                    <Text size="xs" c="dimmed" component="div">
                      <Moment at={at} />
                    </Text>
                    <SentenceWords
                      by={by ?? (account === undefined ? undefined : names.institutionOf(account))}
                      account={account}
                      did={did}
                      names={names}
                      {...(actor !== undefined && { actor })}
                    />
                    {why && (
                      <Text size="sm" c="dimmed">
                        {why}
                      </Text>
                    )}
                  </li>
                ))}
              </ol>
            )
          }
        </Listed>
      </Stack>
    </Panel>
  );
}
