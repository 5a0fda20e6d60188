import type { Skill } from '@client/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries, skillsQuery } from '../api/queries.ts';
import { Button, Empty, ErrorNote, Json, Loading } from '../ui/basics.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { counted } from '../ui/format.tsx';

function Details({ skill, onClose }: { skill: Skill; onClose(): void }) {
  const { data, error } = queries.useQuery('get', '/skills/{id}', { params: { path: { id: skill.id } } });
  return (
    <Dialog title={skill.name} onClose={onClose} wide>
      <ErrorNote error={error} />
      {!data && !error && <Loading />}
      {data && (
        <>
          <h3>Said to the model</h3>
          <Json value={data.promptContext} label="Text for the model" />
          <h3>Tools</h3>
          <ul className="bare">
            {data.tools.map(({ name, description }) => (
              <li key={name}>
                <code>{name}</code>
                <div className="dim wrap">{description}</div>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

export function Skills() {
  const { data: skills, error } = useQuery(skillsQuery);
  const [open, setOpen] = useState<Skill | undefined>();
  if (error) return <ErrorNote error={error} />;
  if (!skills) return <Loading />;
  if (skills.length === 0)
    return (
      <Empty title="No skills">
        <p>A skill is a folder of the gateway with instructions and tools. The operator puts it there.</p>
      </Empty>
    );
  return (
    <>
      <ul className="cards">
        {skills.map((skill) => (
          <li key={skill.id} className="card agent-card">
            <h2>{skill.name}</h2>
            <p className="wrap dim">{skill.description}</p>
            <p className="meta">{counted(skill.toolCount, 'tool')}</p>
            <div>
              <Button look="quiet" aria-label={`What ${skill.name} holds`} onClick={() => setOpen(skill)}>
                What it holds
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {open && <Details skill={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
