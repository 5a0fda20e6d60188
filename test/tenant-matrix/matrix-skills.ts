import { open, type Row } from './row.ts';

export const skillRows: Row[] = [
  open('listSkills', 200),
  open('getSkill', 200, () => ({ path: { id: 'data-math' } })),
  open('getSkillCacheStatistics', 200),
  open('clearSkillCache', 200),
];
