import { element } from './element.ts';
import { signIn, useToken } from './session.ts';

/** Asks who is there. `enter` shows the description, or throws why it cannot. */
export function signInView(enter: () => Promise<void>): HTMLElement {
  const problem = element('p', { role: 'alert', class: 'problem' });
  const email = element('input', { type: 'email', autocomplete: 'username', required: true });
  const password = element('input', { type: 'password', autocomplete: 'current-password', required: true });
  const token = element('input', { type: 'password', autocomplete: 'off', required: true, spellcheck: 'false' });

  const form = (title: string, button: string, labels: HTMLElement[], act: () => Promise<void>) => {
    const submit = element('button', { type: 'submit', class: 'main' }, button);
    return element(
      'form',
      {
        async onsubmit(event) {
          event.preventDefault();
          submit.disabled = true;
          problem.textContent = '';
          try {
            await act();
            await enter();
          } catch (error) {
            problem.textContent = error instanceof Error ? error.message : String(error);
          } finally {
            submit.disabled = false;
          }
        },
      },
      element('h2', {}, title),
      ...labels,
      submit,
    );
  };

  return element(
    'main',
    { class: 'sign-in' },
    element('h1', {}, 'Agent Gateway API'),
    element('p', {}, 'The description of the API is for those who have an account. Nothing you enter here is stored.'),
    problem,
    form('Sign in', 'Sign in', [element('label', {}, 'Email', email), element('label', {}, 'Password', password)], () =>
      signIn(email.value, password.value),
    ),
    form(
      'Or use a token',
      'Use token',
      [element('label', {}, 'Access token, yours or a service account’s', token)],
      async () => useToken(token.value.trim()),
    ),
  );
}
