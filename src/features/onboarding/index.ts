export { onboardingRoutes } from './onboarding.routes.ts';
export { createOnboarding } from './onboarding.service.ts';
