// Each component adds its own styles (vite.config.js).
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import './app/identity.css';
import { createRoot } from 'react-dom/client';
import { Console } from './app/console.js';
import { StartFailure } from './app/start-failure.js';
import { readConsoleConfig } from './session/console-config.js';
import { SignIn } from './session/sign-in.js';

const element = document.getElementById('root');
if (element === null) throw new Error('the page has no root');
const root = createRoot(element);

/** Nothing is shown before the user is signed in: every view needs the API. */
try {
  const config = await readConsoleConfig();
  const signIn = new SignIn(config);
  await signIn.require();
  root.render(<Console config={config} signIn={signIn} />);
  await signIn.keepOnReload();
} catch (error) {
  root.render(<StartFailure error={error} />);
}
