/** Text in which `backticks` mark code. */
export const Prose = ({ text }: { text: string }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a constant text have no other name.
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));

export const Method = ({ name }: { name: string }) => <span className={`method ${name.toLowerCase()}`}>{name}</span>;
