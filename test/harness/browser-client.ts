type Step = { url: URL; status: number; location: URL | undefined; setCookies: string[]; text: string };

/** Keeps cookies for each host, whatever the port, and goes where it is sent, as a browser does without running scripts. */
export function createBrowserClient() {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = ({ hostname }: URL) => {
    const jar = jars.get(hostname) ?? new Map<string, string>();
    jars.set(hostname, jar);
    return jar;
  };

  async function step(address: string | URL, init: RequestInit = {}): Promise<Step> {
    const url = new URL(address);
    const jar = jarOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie ? { cookie } : {}), ...(init.headers as Record<string, string>) },
    });
    const setCookies = response.headers.getSetCookie();
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0\b/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const location = response.headers.get('location');
    return {
      url,
      status: response.status,
      location: location === null ? undefined : new URL(location, url),
      setCookies,
      text: await response.text(),
    };
  }

  /** Follows redirects until there is none, or until `stop` says so. */
  async function go(address: string | URL, stop: (next: URL) => boolean = () => false): Promise<Step[]> {
    const steps = [await step(address)];
    for (let next = steps[0]?.location; next && !stop(next) && steps.length < 20; next = steps.at(-1)?.location)
      steps.push(await step(next));
    return steps;
  }

  return {
    step,
    go,
    cookies: (origin: string) => jarOf(new URL(origin)),
    setCookie: (origin: string, name: string, value: string) => void jarOf(new URL(origin)).set(name, value),
  };
}

export type BrowserClient = ReturnType<typeof createBrowserClient>;
