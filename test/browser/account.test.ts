import { generateSync } from 'otplib';
import { expect, it } from 'vitest';
import { mailTo, tokenIn } from '../harness/mails.ts';
import { actingAs, quickPerson } from '../harness/people.ts';
import { accountPages, look, newPage, seen, visitor } from './page.ts';
import { describeInBrowser } from './world.ts';

describeInBrowser('the console: accounts', (world) => {
  it('makes a key that works, shows it once, lists and revokes it', async () => {
    const { page, troubles } = await visitor(world, 'ada');
    await page.locator('.account-name').click();
    await page.getByText('No keys yet').waitFor();
    await look(page, 'account without keys', false);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('editor on my laptop');
    await page.getByLabel('For').selectOption('chosen');
    await page.getByLabel('agents').selectOption('read');
    await page.getByText('Limits').click();
    await page.getByLabel('Requests a minute').fill('many');
    await look(page, 'new key', false);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('alert').first().waitFor();
    await page.getByLabel('Requests a minute').fill('60');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Shown this once').waitFor();
    const key = (await page.getByRole('dialog').locator('code').first().textContent()) ?? '';
    const statusOf = async (path: string) => (await world.gateway.call('GET', path, { token: key })).status;
    expect([await statusOf('/agents'), await statusOf('/sessions')]).toEqual([200, 403]);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByText('agents:read').waitFor();
    expect(await page.content()).not.toContain(key);
    await look(page, 'account', true);
    await page.getByRole('button', { name: 'Change editor on my laptop' }).click();
    await page.getByLabel('sessions').selectOption('read');
    await page.getByLabel('Monthly budget (USD)').fill('5');
    await look(page, 'changing a key', false);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('$5.00 a month, 60 requests a minute').waitFor();
    expect([await statusOf('/agents'), await statusOf('/sessions')]).toEqual([200, 200]);
    await page.getByRole('button', { name: 'Revoke editor on my laptop' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('No keys yet').waitFor();
    expect(await statusOf('/agents')).toBe(401);
    expect(troubles).toEqual([]);
  });

  it('changes the password, turns the second factor on, and asks for it at the next sign-in', async () => {
    const { page, person } = await visitor(world, 'bob');
    await page.goto('/console/account?part=security');
    await page.getByLabel('Current password').fill(person.password);
    await page.getByLabel('New password').fill('an even better battery');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Every other sign-in has ended').waitFor();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: 'Show me the secret' }).click();
    await page.getByLabel('Code', { exact: true }).waitFor();
    await look(page, 'second factor', false);
    const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    await page.getByLabel('Code', { exact: true }).fill(generateSync({ secret }));
    await page.getByRole('button', { name: 'Turn it on' }).click();
    await page.getByText('Your recovery codes').waitFor();
    const [recovery = ''] = ((await page.getByRole('dialog').locator('pre').textContent()) ?? '').split('\n');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('10 recovery codes left').waitFor();
    await look(page, 'sign-in and security', false);

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill('an even better battery');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Code', { exact: true }).fill(recovery);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('9 recovery codes left').waitFor();
  });

  it('signs this browser out alone, or every one', async () => {
    const { page, person } = await visitor(world, 'carol');
    const elsewhere = await newPage(world.browser, world.gateway.url);
    await elsewhere.page.goto('/console');
    await elsewhere.page.getByLabel('Email').fill(person.email);
    await elsewhere.page.getByLabel('Password').fill(person.password);
    await elsewhere.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await elsewhere.page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await elsewhere.page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await elsewhere.page.getByLabel('Password', { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.goto('/console/account?part=security');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('button', { name: 'Sign out of all browsers' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    const { data } = (await actingAs(world.gateway, person)('GET', '/auth/sessions')).body;
    expect(data).toEqual([]);
  });

  it('sets a forgotten password by the link of the mail', async () => {
    const person = await quickPerson(world.gateway, 'dora');
    const { page } = await newPage(world.browser, world.gateway.url);
    await page.goto('/console');
    await page.getByRole('button', { name: 'Forgotten password' }).click();
    await page.getByLabel('Email').fill(person.email);
    await look(page, 'forgotten password', false);
    await page.getByRole('button', { name: 'Send the mail' }).click();
    await page.getByText('a mail is on its way').waitFor();
    const token = tokenIn(await mailTo(world.gateway, person.email, 'Set a new password'));
    await page.goto(`/console/reset-password#token=${token}`);
    await page.getByLabel('New password').fill('an even better battery');
    expect(page.url()).not.toContain(token);
    await look(page, 'reset password', false);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('counts from now on').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill('an even better battery');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  it('changes the name and the address, which is confirmed by mail', async () => {
    const { page, person } = await visitor(world, 'eve');
    const moved = `moved-${person.email}`;
    await page.goto('/console/account?part=profile');
    await page.getByLabel('Name').fill('Eve Example');
    await page.getByLabel('Email').fill(moved);
    await page.getByLabel('Current password').fill(person.password);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${moved} takes its place`).waitFor();
    await page.getByRole('link', { name: 'Eve Example' }).waitFor();
    await look(page, 'profile', false);
    const token = tokenIn(await mailTo(world.gateway, moved, 'Confirm your email address'));
    await page.goto(`/console/verify-email#token=${token}`);
    await page.getByRole('button', { name: 'Confirm' }).waitFor();
    await look(page, 'verify email', false);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('is confirmed').waitFor();
    await page.getByRole('link', { name: 'Go to the console' }).click();
    await page.goto('/console/account');
    await page.getByText(moved).first().waitFor();
  });

  it('invites somebody without an account, who joins by making one; the owner deletes the workspace', async () => {
    const { page, person } = await visitor(world, 'fay');
    const workspace = (await actingAs(world.gateway, person)('POST', '/workspaces', { name: 'Research' })).body;
    await page.reload();
    await page.getByLabel('Workspace', { exact: true }).selectOption(String(workspace.id));
    await page.goto('/console/workspace');
    const invited = `gus-${Date.now()}@example.com`;
    await page.getByLabel('Email of whom to invite').fill(invited);
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('button', { name: `Withdraw the invitation of ${invited}` }).waitFor();
    await look(page, 'invitations', false);

    const mail = await mailTo(world.gateway, invited, 'You are invited to a workspace');
    const guest = await newPage(world.browser, world.gateway.url);
    await guest.page.goto(`/console/invitation#token=${tokenIn(mail)}`);
    await guest.page.getByRole('button', { name: 'Create an account' }).click();
    await guest.page.getByLabel('Email').fill(invited);
    await guest.page.getByLabel('Password').fill('correct horse battery');
    await look(guest.page, 'invitation', false);
    await guest.page.getByRole('button', { name: 'Create account' }).click();
    await guest.page.getByRole('heading', { name: 'Research' }).waitFor();

    await page.getByRole('button', { name: 'Delete …' }).click();
    await page.getByLabel('Its name, to confirm').fill('Research');
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.getByRole('heading', { name: 'Personal', level: 1 }).waitFor();
    expect((await actingAs(world.gateway, person)('GET', `/workspaces/${workspace.id}`)).status).toBe(403);
  });

  it('erases the account, once the password is given', async () => {
    const { page, person } = await visitor(world, 'hal');
    await page.goto('/console/account?part=profile');
    await page.getByRole('button', { name: 'Erase …' }).click();
    await page.getByRole('dialog').getByLabel('Current password').fill('wrong password');
    await page.getByRole('button', { name: 'Erase everything' }).click();
    await page.getByText('The current password is wrong').waitFor();
    await look(page, 'erasing the account', false);
    await page.getByRole('dialog').getByLabel('Current password').fill(person.password);
    await page.getByRole('button', { name: 'Erase everything' }).click();
    // Not the “Current password” of the dialog.
    await page.getByLabel('Password', { exact: true }).waitFor();
    expect((await actingAs(world.gateway, person)('GET', '/auth/me')).status).toBe(401);
  });

  it('has all its pages checked above', () => {
    expect([...seen]).toEqual(expect.arrayContaining(accountPages.map((path) => `/console${path}`)));
  });
});
