import { useState } from 'react';

/** The values of a form, which begin again when the saved ones change, such as by a link. */
export function useDraft<Values>(saved: Values) {
  const [draft, setDraft] = useState(saved);
  const text = JSON.stringify(saved);
  const [known, setKnown] = useState(text);
  if (known !== text) {
    setKnown(text);
    setDraft(saved);
  }
  return [draft, setDraft] as const;
}
