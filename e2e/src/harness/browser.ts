import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';

/** Flags: no sandbox, which needs privileges that a container lacks; every check of origins. */
const ARGUMENTS = ['--no-sandbox', '--no-zygote', '--disable-gpu'];

/** The browser of the package on Linux; the installed Chrome elsewhere. */
export async function launchBrowser(): Promise<Browser> {
  const isPackaged = process.platform === 'linux' && process.arch === 'x64';
  if (!isPackaged) return playwright.launch({ channel: 'chrome' });
  return playwright.launch({ executablePath: await chromium.executablePath(), args: ARGUMENTS });
}
