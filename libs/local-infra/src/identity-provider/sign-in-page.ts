import type { IdentityAccount } from './identity-account.js';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText; }
main { width: min(26rem, calc(100vw - 2rem)); padding: 2rem 0; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
p { margin: 0 0 1.5rem; }
form { display: grid; gap: .5rem; margin: 0; }
button { font: inherit; text-align: left; padding: .75rem 1rem; border: 1px solid GrayText; border-radius: .5rem; background: Canvas; color: CanvasText; cursor: pointer; }
button:hover { background: color-mix(in srgb, CanvasText 8%, Canvas); }
button:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
strong, span { display: block; }
`;

/** The page on which a person selects the demo account to sign in with; there is no password. */
export function signInPage(action: string, accounts: Iterable<IdentityAccount>): string {
  const buttons = [...accounts].map(accountButton);
  return page(
    'Sign in',
    `<p>Select an account of the demo network. It needs no password.</p>
<form method="post" action="${escape(action)}">${buttons.join('\n')}</form>`,
  );
}

/** The page on which a person enters the code that a program shows. */
export function deviceCodePage(form: string, isWrong: boolean): string {
  const problem = isWrong ? '<p role="alert">The code is unknown, used or expired.</p>' : '';
  return page(
    'Enter the code',
    `<p>Enter the code that the program shows.</p>${problem}
${form}<button type="submit" form="op.deviceInputForm">Continue</button>`,
  );
}

/** The page on which a person confirms that the program shows this code. */
export function deviceConfirmationPage(form: string, userCode: string): string {
  return page(
    'Confirm the code',
    `<p>Does the program show the code <strong>${escape(userCode)}</strong>? If not, close this page.</p>
${form}<button type="submit" form="op.deviceConfirmForm">Continue</button>`,
  );
}

function accountButton({ name, displayName = name, description, claims }: IdentityAccount): string {
  const about = description ?? [name, claims.role].filter(Boolean).join(' · ');
  return `<button name="account" value="${escape(name)}"><strong>${escape(displayName)}</strong><span>${escape(about)}</span></button>`;
}

/** Ends the session without a question: the person has already selected "Sign out". */
export function signOutPage(form: string): string {
  return page(
    'Signing out',
    `${form}<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<script>document.querySelector('button[name=logout]').click()</script>`,
  );
}

export function messagePage(title: string, lines: readonly string[]): string {
  return page(title, lines.map((line) => `<p>${escape(line)}</p>`).join('\n'));
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(title)} · Data network</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
<body><main><h1>${escape(title)}</h1>
${content}
</main></body></html>`;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
