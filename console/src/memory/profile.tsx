import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { forget } from '../api/queries.ts';
import { Button, ErrorNote } from '../ui/basics.tsx';

/** Adds a field or replaces its value. */
export function Profile() {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const save = useMutation({
    mutationFn: () => api.PUT('/memory/profile', { body: { fields: { [name.trim()]: value } } }),
    onSuccess: () => {
      setName('');
      setValue('');
      return forget('/memory');
    },
  });
  return (
    <form
      className="row add-line"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() && value.trim()) save.mutate();
      }}
    >
      <input
        aria-label="Field"
        placeholder="Field, such as city"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <input aria-label="Value" placeholder="Value" value={value} onChange={({ target }) => setValue(target.value)} />
      <Button type="submit" busy={save.isPending} disabled={!name.trim() || !value.trim()}>
        Save field
      </Button>
      <ErrorNote error={save.error} />
    </form>
  );
}
