import { useRef } from 'react';
import { Button } from '../ui/basics.tsx';

const accepted = '.pdf,.docx,.md,.markdown,.txt,.html,.htm,.csv,.tsv,.json,.xml,text/*';

type Props = {
  label: string;
  look?: 'primary' | 'plain';
  busy?: boolean;
  multiple?: boolean;
  onFiles(files: File[]): void;
};

/** Opens the browser's choice of files. */
export function FileButton({ label, look = 'plain', busy = false, multiple = false, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        multiple={multiple}
        accept={accepted}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <Button look={look} busy={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
