import type { Page } from 'playwright-core';

export async function ask(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message').fill(text);
  await page.keyboard.press('Enter');
}

/** The line with the totals under a finished answer. */
export const totals = (page: Page, turn = 0) => page.locator('.turn').nth(turn).locator('.totals');
