interface Page {
  readonly address: string;
  readonly text: string;
}

const MOST_FORMS = 5;

/** A browser without a screen, for the pages of `oidc-provider`: cookies, redirects and forms. */
export class Browser {
  private readonly cookies = new Map<string, string>();

  /** Opens the address, submits each form that follows, and returns the text of the last page. */
  async signIn(address: string, user: string): Promise<string> {
    let page = await this.open(address);
    for (let forms = 0; forms < MOST_FORMS; forms += 1) {
      const [form] = /<form[\s>][^>]*>/.exec(page.text) ?? [];
      if (form === undefined) return page.text;
      const values = new URLSearchParams();
      for (const [input] of page.text.matchAll(/<input\s[^>]*>/g)) {
        values.set(attribute(input, 'name'), attribute(input, 'value'));
      }
      if (values.has('login')) values.set('login', user);
      page = await this.open(new URL(attribute(form, 'action'), page.address).href, values);
    }
    throw new Error(`more than ${MOST_FORMS} forms; the last page is ${page.text}`);
  }

  private async open(address: string, form?: URLSearchParams): Promise<Page> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie, accept: 'text/html' },
      ...(form && { method: 'POST', body: form }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.cookies.set(name, value);
    }
    const text = await response.text();
    const next = response.headers.get('location');
    return next === null ? { address, text } : this.open(new URL(next, address).href);
  }
}

function attribute(element: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1] ?? '';
}
