export { channelRoutes } from './channels.routes.ts';
export { createChannels } from './create-channels.ts';
