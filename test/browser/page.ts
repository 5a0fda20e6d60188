import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type QuickPerson, quickPerson } from '../harness/people.ts';
import type { World } from './world.ts';

const screenshots = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));

export type Visitor = { page: Page; context: BrowserContext; person: QuickPerson; troubles: string[] };

/** Script errors and violations of the content security policy. */
function collectTroubles(page: Page): string[] {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|net::ERR/.test(message.text()))
      troubles.push(message.text());
  });
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return troubles;
}

export async function newPage(browser: Browser, url: string) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
  });
  context.setDefaultTimeout(40_000);
  const page = await context.newPage();
  return { context, page, troubles: collectTroubles(page) };
}

export async function signIn(page: Page, { email, password }: QuickPerson): Promise<void> {
  await page.goto('/console');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
}

/** A person who has signed in by the form. */
export async function visitor({ browser, gateway }: World, name = 'ada', url = gateway.url): Promise<Visitor> {
  const person = await quickPerson(gateway, name);
  const opened = await newPage(browser, url);
  await signIn(opened.page, person);
  return { ...opened, person };
}

type Finding = { id: string; impact: string | null; nodes: { html: string; failureSummary: string }[] };

/** Run in the browser, so written as text: this program has no DOM types. */
const isScannerThere = "'axe' in window";
/** An inner part of the scanner: a version of it without the list must not pass for a page without findings. */
const graveRules = `(() => {
  const rules = axe._audit.rules.filter(({ enabled, impact }) => enabled !== false && /serious|critical/.test(impact)).map(({ id }) => id);
  if (rules.length < 30) throw new Error('The scanner has ' + rules.length + ' grave rules.');
  return rules;
})()`;
/** Only rules whose findings count, and nothing that finds no more: no copies of style sheets, no frames, no selectors. Half the time. */
const runScanner = (rules: string) =>
  `axe.run({ resultTypes: ['violations'], preload: false, iframes: false, selectors: false,
    runOnly: { type: 'rule', values: ${rules} } }).then(({ violations }) => violations)`;
const contrast = `['color-contrast']`;
const leaveNoCaret = 'document.activeElement?.blur(); window.scrollTo(0, 0)';
/** How far the document reaches beyond the window to the right, and below its own content. */
const overflowOfPage = `(() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  const content = document.querySelector('#root > *')?.getBoundingClientRect().bottom ?? 0;
  const end = Math.max(window.innerHeight, Math.ceil(content + window.scrollY));
  return { right: Math.max(0, scrollWidth - window.innerWidth), below: Math.max(0, scrollHeight - end) };
})()`;
const widths = [360, 768, 1440];

/** Fails when the document is wider than the window or taller than its content, on a phone, a tablet and a desk. */
export async function fits(page: Page, name: string, at = widths): Promise<void> {
  for (const width of at) {
    await page.setViewportSize({ width, height: 740 });
    const overflow = await page.evaluate(overflowOfPage);
    expect(overflow, `${name} at ${width} px`).toEqual({ right: 0, below: 0 });
    if (process.env.SCREENSHOTS && width === 360 && ['chat', 'reference'].includes(name))
      await page.screenshot({ path: `${screenshots}${name}-phone.png` });
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/${name.replaceAll(/[^a-z0-9]+/gi, '-')}-${width}.png` });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}
export const everythingStored = 'document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })';

async function scan(page: Page, rules: string): Promise<string[]> {
  // Evaluated by the debugger, to which the page's policy does not apply.
  if (!(await page.evaluate<boolean>(isScannerThere))) await page.evaluate(axe.source);
  const findings = await page.evaluate<Finding[]>(runScanner(rules));
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
}

/** The pages that account.test.ts checks. */
export const accountPages = ['/account', '/reset-password', '/verify-email', '/invitation'];

/** The pages that knowledge.test.ts checks. */
export const knowledgePages = ['/knowledge/$id', '/knowledge/$id/$documentId', '/documents/$id'];

/** The paths that `look` has checked. */
export const seen = new Set<string>();

/**
 * Checks the page in light and dark: no serious finding of the accessibility scan, nothing wider than the window and nothing below the content, from
 * a phone to a desk.
 * SCREENSHOTS=1 also writes both as pictures for the documentation, if it is `shown` there.
 */
export async function look(page: Page, name: string, shown = true): Promise<void> {
  seen.add(new URL(page.url()).pathname);
  await page.evaluate(leaveNoCaret);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Only the colours differ in the dark theme.
    expect(await scan(page, colorScheme === 'light' ? graveRules : contrast), `${name}, ${colorScheme}`).toEqual([]);
    if (process.env.SCREENSHOTS && shown) {
      mkdirSync(screenshots, { recursive: true });
      await page.screenshot({ path: `${screenshots}${name}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  // A dialog or a state of a page is as wide as its page: the narrowest is enough.
  await fits(page, name, shown ? widths : widths.slice(0, 1));
}
