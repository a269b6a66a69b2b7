import { Text } from '@mantine/core';
import { TextLink } from '../parts/page.js';
import { Id } from '../parts/values.js';
import { useSession } from '../session/session.js';
import { objectText } from './entry-text.js';
import { OBJECT_PAGES } from './object-pages.js';
import type { NamedObject } from './sentence.js';
import type { EntryNames } from './use-entry-names.js';

interface ObjectNameProps {
  readonly object: NamedObject;
  readonly names: EntryNames;
  /** Whether its id follows a name. */
  readonly hasId?: boolean;
}

/** An object by kind and name, with a link to its page; the id where it has no name. */
export function ObjectName({ object, names, hasId = false }: ObjectNameProps) {
  const { may } = useSession();
  const name = names.nameOf(object);
  const page = OBJECT_PAGES[object.kind];
  const link =
    object.link ?? (page !== undefined && may(page.permission) ? page.link(object.id) : undefined);
  const text = objectText(object, name);
  return (
    <>
      {link !== undefined ? (
        <TextLink {...link}>{text}</TextLink>
      ) : (
        <Text size="sm" fw={name === undefined ? undefined : 600} span>
          {text}
        </Text>
      )}
      {(name === undefined || hasId) && (
        <>
          {' '}
          <Id value={object.id} />
        </>
      )}
    </>
  );
}
