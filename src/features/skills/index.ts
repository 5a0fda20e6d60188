export { createSkillCache } from './skill-cache.ts';
export { createSkillLibrary, type Skill } from './skill-library.ts';
export { skillRoutes } from './skills.routes.ts';
export { createSkillTools } from './tools/create-skill-tools.ts';
