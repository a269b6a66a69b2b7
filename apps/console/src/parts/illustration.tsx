import type { ReactNode } from 'react';
import classes from './illustration.module.css';

/*
 * One style: records run on horizontal tracks, as in the logo; a line of 1.5 pixels, one accent, and
 * dashes for what is absent.
 */
const ART = {
  /** Tracks without a record. */
  empty: (
    <>
      <rect x="14" y="10" width="92" height="60" rx="4" className={classes['fill']} />
      <path d="M34 26h58M34 40h42M34 54h50" strokeDasharray="3 4" />
      <circle cx="25" cy="26" r="3" />
      <circle cx="25" cy="40" r="3" className={classes['accent']} />
      <circle cx="25" cy="54" r="3" />
    </>
  ),
  /** A track that ends where a record is expected. */
  'not-found': (
    <>
      <path d="M8 54h34c12 0 8-28 20-28h2" />
      <circle cx="8" cy="54" r="3" className={classes['dot']} />
      <circle cx="82" cy="28" r="17" strokeDasharray="3 4" className={classes['fill']} />
      <path d="m94 40 14 14" className={classes['accent']} />
      <path d="M77 23l10 10M87 23l-10 10" className={classes['accent']} />
    </>
  ),
  /** Two ends, and no connection between them. */
  'not-answering': (
    <>
      <rect x="8" y="24" width="28" height="32" rx="4" className={classes['fill']} />
      <rect x="84" y="24" width="28" height="32" rx="4" className={classes['fill']} />
      <path d="M15 34h14M15 42h8M91 34h14M91 42h8" />
      <path d="M36 40h14M70 40h14" strokeDasharray="3 4" />
      <path d="m57 30 6 8-6 4 6 8" className={classes['accent']} />
    </>
  ),
  /** A door that a track leads to. */
  'sign-in': (
    <>
      <path d="M8 52h30c10 0 8-12 18-12h12" />
      <circle cx="8" cy="52" r="3" className={classes['dot']} />
      <rect x="68" y="14" width="36" height="54" rx="4" className={classes['fill']} />
      <circle cx="86" cy="36" r="5" className={classes['accent']} />
      <path d="M86 41v9" className={classes['accent']} />
    </>
  ),
  /** Every track has arrived. */
  done: (
    <>
      <path d="M8 18h20c18 0 10 22 28 22h6M8 40h54M8 62h20c18 0 10-22 28-22" />
      <circle cx="8" cy="18" r="3" className={classes['dot']} />
      <circle cx="8" cy="40" r="3" className={classes['dot']} />
      <circle cx="8" cy="62" r="3" className={classes['dot']} />
      <circle cx="82" cy="40" r="19" className={classes['fill']} />
      <path d="m73 40 6 6 11-13" className={classes['accent']} />
    </>
  ),
  /** Records that a rule stops before the answer. */
  'no-answer': (
    <>
      <path d="M8 26h44M8 54h44" />
      <circle cx="8" cy="26" r="3" className={classes['dot']} />
      <circle cx="8" cy="54" r="3" className={classes['dot']} />
      <path d="M56 12v56" className={classes['accent']} />
      <path d="M64 40h16" strokeDasharray="3 4" />
      <rect
        x="80"
        y="22"
        width="30"
        height="36"
        rx="4"
        strokeDasharray="3 4"
        className={classes['fill']}
      />
    </>
  ),
} as const satisfies Readonly<Record<string, ReactNode>>;

export type Art = keyof typeof ART;

/** A small picture of a state that the text beside it names. */
export function Illustration({ of }: { readonly of: Art }) {
  return (
    <svg className={classes['art']} viewBox="0 0 120 80" width={120} height={80} aria-hidden>
      {ART[of]}
    </svg>
  );
}
