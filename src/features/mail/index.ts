export { createMail, type MailService } from './mail.service.ts';
