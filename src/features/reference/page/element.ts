type Value = string | boolean | undefined | ((event: Event) => void);
export type Child = Node | string | undefined;

/** `element('a', { href, onclick }, 'text')`. Text is always text: nothing that is shown here can become markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** Text in which `backticks` mark code. */
export const prose = (text: string): Node[] =>
  text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? element('code', {}, part) : document.createTextNode(part)));

export function copyButton(textOf: () => string): HTMLElement {
  const button = element(
    'button',
    {
      type: 'button',
      class: 'quiet',
      async onclick() {
        await navigator.clipboard.writeText(textOf());
        button.textContent = 'Copied';
        setTimeout(() => {
          button.textContent = 'Copy';
        }, 1_500);
      },
    },
    'Copy',
  );
  return button;
}
