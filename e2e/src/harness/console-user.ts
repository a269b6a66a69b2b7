import { expect } from '@jest/globals';
import { eventually } from '@ndx/testing';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { still } from './accessibility.js';
import { requireAccessibleView } from './checked-views.js';
import { errorsOf, requireFit } from './faults-of-page.js';

/** A person with a page of the console, signed in. */
export class ConsoleUser {
  /** Errors of scripts, of the Content-Security-Policy and of requests. */
  readonly errors: readonly string[];
  /** The tokens that the page sent to the gateway. */
  readonly tokens = new Set<string>();
  private readonly pending = new Set<Request>();

  private constructor(readonly page: Page) {
    this.errors = errorsOf(page);
    page.on('request', (request) => {
      // Another document abandons the requests of the one before.
      if (request.isNavigationRequest()) this.pending.clear();
      this.pending.add(request);
      const [, token] = (request.headers()['authorization'] ?? '').split(' ');
      if (token !== undefined) this.tokens.add(token);
    });
    page.on('requestfinished', (request) => this.pending.delete(request));
    page.on('requestfailed', (request) => this.pending.delete(request));
  }

  /** Opens a view, and signs in on the page of the identity provider unless its session lasts. */
  static async open(context: BrowserContext, account: string, url: string): Promise<ConsoleUser> {
    const page = await context.newPage();
    const user = new ConsoleUser(page);
    await page.goto(url);
    const signIn = page.locator(`button[value="${account}"]`);
    const navigation = page.getByRole('navigation');
    await signIn.or(navigation).first().waitFor();
    if (await signIn.isVisible()) await signIn.click();
    await navigation.waitFor();
    return user;
  }

  /** Opens a view by its link in the navigation. */
  async open(view: string): Promise<void> {
    const navigation = this.page.getByRole('navigation');
    await navigation.getByRole('link', { name: view, exact: true }).click();
    await this.page.getByRole('heading', { level: 1, name: view }).waitFor();
  }

  /**
   * Presses the button of an action and confirms it.
   * @param object what the action changes
   */
  async confirm(action: string, object: string): Promise<void> {
    await this.page.getByRole('button', { name: action, exact: true }).click();
    const dialog = this.page.getByRole('dialog', { name: `${action}: ${object}?` });
    await dialog.getByRole('button', { name: action, exact: true }).click();
  }

  /** Waits for the heading of a view, of any view without a name. */
  async heading(name?: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, ...(name && { name }) }).waitFor();
  }

  /** Waits until nothing loads or moves any more. */
  async settled(): Promise<void> {
    do {
      await eventually(() => expect(this.pending.size).toBe(0));
      await this.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      // The frame moves the navigation into or out of a window whose width changed.
      await still(this.page);
    } while (this.pending.size > 0);
  }

  /** The labels of the navigation. */
  navigation(): Promise<string[]> {
    return this.page.getByRole('navigation').getByRole('link').allInnerTexts();
  }

  async text(): Promise<string> {
    return this.page.locator('main').innerText();
  }

  /**
   * Checks the first view of each route at every width, too.
   * @throws when the view violates a rule of axe, in light or dark colors, or the page reported an error
   */
  async requireFaultless(): Promise<void> {
    await requireAccessibleView(this.page);
    expect(this.errors).toEqual([]);
  }

  /** @throws when the view is wider than a screen of these widths, in pixels */
  requireFit(...widths: readonly number[]): Promise<void> {
    return requireFit(this.page, ...widths);
  }

  /** What scripts of the page could read: its storage and cookies. */
  storage(): Promise<string> {
    return this.page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    );
  }

  leave(): Promise<void> {
    return this.page.close();
  }
}
