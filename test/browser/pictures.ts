import type { Page } from 'playwright-core';

/** Run in the browser, so written as text: this program has no DOM types. */
const draw = (colour: string) => `(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 200 });
  const context = canvas.getContext('2d');
  context.fillStyle = '${colour}';
  context.fillRect(0, 0, 320, 200);
  context.fillStyle = 'white';
  context.beginPath();
  context.arc(160, 100, 60, 0, 7);
  context.fill();
  return canvas.toDataURL('image/png').split(',')[1];
})()`;

export type Given = { name: string; mimeType: string; buffer: Buffer };

/** A PNG with a circle. */
export const picture = async (page: Page, name: string, colour: string): Promise<Given> => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(await page.evaluate<string>(draw(colour)), 'base64'),
});

const transferOf = ({ name, mimeType, buffer }: Given) => `(() => {
  const bytes = Uint8Array.from(atob('${buffer.toString('base64')}'), (sign) => sign.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], '${name}', { type: '${mimeType}' }));
  return transfer;
})()`;

export const paste = (page: Page, file: Given) =>
  page.evaluate(
    `document.querySelector('[aria-label=Message]').dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: ${transferOf(file)}, bubbles: true, cancelable: true }))`,
  );

export async function drop(page: Page, file: Given): Promise<void> {
  for (const event of ['dragover', 'drop'])
    await page.evaluate(
      `document.querySelector('main').dispatchEvent(
        new DragEvent('${event}', { dataTransfer: ${transferOf(file)}, bubbles: true, cancelable: true }))`,
    );
}

export const pick = (page: Page, ...files: Given[]) => page.locator('input[type=file]').setInputFiles(files);
