export { invitationRoutes } from './invitations.routes.ts';
export { createInvitationService } from './invitations.service.ts';
export { createInvitationStore } from './invitations.store.ts';
