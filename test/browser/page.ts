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

/** A person who has signed in by the form. */
export async function visitor({ browser, gateway }: World, name = 'ada', url = gateway.url): Promise<Visitor> {
  const person = await quickPerson(gateway, name);
  const opened = await newPage(browser, url);
  await opened.page.goto('/console');
  await opened.page.getByLabel('Email').fill(person.email);
  await opened.page.getByLabel('Password').fill(person.password);
  await opened.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await opened.page.getByRole('navigation', { name: 'Pages' }).waitFor();
  return { ...opened, person };
}

type Finding = { id: string; impact: string | null; nodes: { html: string; failureSummary: string }[] };

/** Run in the browser, so written as text: this program has no DOM types. */
const isScannerThere = "'axe' in window";
const runScanner = (only: object) =>
  `axe.run({ resultTypes: ['violations'], ...${JSON.stringify(only)} }).then(({ violations }) => violations)`;
const contrast = { runOnly: { type: 'rule', values: ['color-contrast'] } };
const leaveNoCaret = 'document.activeElement?.blur(); window.scrollTo(0, 0)';
const overflowOfPage = 'document.documentElement.scrollWidth - window.innerWidth';
export const everythingStored = 'document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })';

async function scan(page: Page, only: object): Promise<string[]> {
  // Evaluated by the debugger, to which the page's policy does not apply.
  if (!(await page.evaluate<boolean>(isScannerThere))) await page.evaluate(axe.source);
  const findings = await page.evaluate<Finding[]>(runScanner(only));
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
}

/** The pages that account.test.ts checks. */
export const accountPages = ['/account', '/reset-password', '/verify-email', '/invitation'];

/** The paths that `look` has checked. */
export const seen = new Set<string>();

/**
 * Checks the page in light and dark: no serious finding of the accessibility scan, nothing wider than a small phone.
 * SCREENSHOTS=1 also writes both as pictures for the documentation, if it is `shown` there.
 */
export async function look(page: Page, name: string, shown = true): Promise<void> {
  seen.add(new URL(page.url()).pathname);
  await page.evaluate(leaveNoCaret);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Only the colours differ in the dark theme.
    expect(await scan(page, colorScheme === 'light' ? {} : contrast), `${name}, ${colorScheme}`).toEqual([]);
    if (process.env.SCREENSHOTS && shown) {
      mkdirSync(screenshots, { recursive: true });
      await page.screenshot({ path: `${screenshots}${name}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 360, height: 740 });
  const overflow = await page.evaluate<number>(overflowOfPage);
  if (process.env.SCREENSHOTS && ['chat', 'reference'].includes(name))
    await page.screenshot({ path: `${screenshots}${name}-phone.png` });
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(overflow, `${name} is wider than 360 px`).toBeLessThanOrEqual(0);
}
