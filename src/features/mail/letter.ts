/** What a template gives: plain text throughout. `render` makes the mail of it. */
export type Letter = {
  subject: string;
  paragraphs: readonly string[];
  /** What the reader can do: a link, and the token for people who use the API instead. */
  action?: { label: string; address: string; token?: string };
};

export type Template<Values> = (values: Values) => Letter;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/** The one place where text becomes HTML: nothing of a letter gets there unescaped. */
export function render({ subject, paragraphs, action }: Letter): { subject: string; text: string; html: string } {
  const steps = action ? [`${action.label}: ${action.address}`] : [];
  const tokens = action?.token ? [`Token: ${action.token}`] : [];
  const isLink = action && /^https?:\/\//.test(action.address);
  const link = isLink ? [`<p><a href="${escaped(action.address)}">${escaped(action.label)}</a></p>`] : [];
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...link,
    ...tokens.map((token) => `<p>${escaped(token)}</p>`),
  ];
  return {
    subject,
    text: `${[...paragraphs, ...steps, ...tokens].join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en"><body>\n${html.join('\n')}\n</body></html>\n`,
  };
}
