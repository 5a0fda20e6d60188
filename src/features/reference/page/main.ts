import { type Description, readDescription } from './description.ts';
import { element, prose } from './element.ts';
import { operationView } from './operation-view.ts';
import { createSchemaView } from './schema-view.ts';
import { bearer, choices, reasonOf, send, signOut } from './session.ts';
import { signInView } from './sign-in-view.ts';

type Workspace = { id: string; name: string; personal: boolean };

/** A service account has none, and can still read. */
async function readWorkspaces(): Promise<Workspace[]> {
  const response = await send('workspaces?limit=200', {}, bearer);
  return response.ok ? ((await response.json()) as { data: Workspace[] }).data : [];
}

function topBar({ info }: Description, workspaces: Workspace[]): HTMLElement {
  const select = element(
    'select',
    {
      onchange() {
        choices.workspaceId = select.value;
        window.dispatchEvent(new Event('hashchange'));
      },
    },
    element('option', { value: '' }, 'My own'),
    ...workspaces.filter(({ personal }) => !personal).map(({ id, name }) => element('option', { value: id }, name)),
  );
  const apiKey = element('input', {
    type: 'password',
    autocomplete: 'off',
    placeholder: 'for operators',
    oninput() {
      choices.apiKey = apiKey.value;
    },
  });
  return element(
    'header',
    {},
    element('a', { href: '#', class: 'title' }, `${info.title} API`),
    element('small', {}, info.version),
    element('span', { class: 'space' }),
    element('label', {}, 'Workspace', select),
    element('label', {}, 'API key', apiKey),
    element(
      'button',
      {
        type: 'button',
        class: 'quiet',
        onclick() {
          signOut();
          start();
        },
      },
      'Sign out',
    ),
  );
}

function sideBar({ groups }: Description): HTMLElement {
  const search = element('input', { type: 'search', placeholder: 'Search', 'aria-label': 'Search the operations' });
  const lists = groups.map(({ name, operations }) => {
    const items = operations.map((operation) => ({
      text: `${operation.method} ${operation.path} ${operation.summary} ${operation.operationId}`.toLowerCase(),
      item: element(
        'li',
        {},
        element(
          'a',
          { href: `#${operation.operationId}`, title: `${operation.method} ${operation.path}` },
          element('span', { class: 'method', 'data-method': operation.method }, operation.method),
          operation.path,
        ),
      ),
    }));
    const group = element(
      'details',
      {},
      element('summary', {}, name),
      element('ul', {}, ...items.map(({ item }) => item)),
    );
    return { group, items };
  });
  search.addEventListener('input', () => {
    const wanted = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    for (const { group, items } of lists) {
      for (const { text, item } of items) item.hidden = !wanted.every((word) => text.includes(word));
      group.hidden = items.every(({ item }) => item.hidden);
      group.open = wanted.length > 0 && !group.hidden;
    }
  });
  return element('nav', { 'aria-label': 'Operations' }, search, ...lists.map(({ group }) => group));
}

function overview({ info, groups }: Description): HTMLElement {
  return element(
    'article',
    {},
    element('h1', {}, info.title),
    element('p', {}, ...prose(info.description)),
    ...groups.map(({ name, description: text, operations }) =>
      element(
        'section',
        {},
        element('h2', {}, name),
        element('p', {}, ...prose(text)),
        element(
          'ul',
          { class: 'operations' },
          ...operations.map(({ operationId, method, path, summary }) =>
            element(
              'li',
              {},
              element('span', { class: 'method', 'data-method': method }, method),
              element('a', { href: `#${operationId}` }, path),
              element('span', {}, summary),
            ),
          ),
        ),
      ),
    ),
  );
}

async function enter(): Promise<void> {
  const response = await send('openapi.json', {}, bearer);
  if (!response.ok) throw new Error(await reasonOf(response));
  const description = readDescription(await response.json());
  const view = createSchemaView(description);
  const side = sideBar(description);
  const main = element('main', { tabindex: '-1' });

  const go = () => {
    const operationId = location.hash.slice(1);
    const operation = description.find(operationId);
    main.replaceChildren(operation ? operationView(operation, description, view) : overview(description));
    main.scrollTop = 0;
    document.title = operation ? `${operation.method} ${operation.path}` : `${description.info.title} API`;
    for (const link of side.querySelectorAll('a')) {
      const isHere = operation !== undefined && link.hash === location.hash;
      link.toggleAttribute('aria-current', isHere);
      if (isHere) link.closest('details')?.setAttribute('open', '');
    }
  };
  window.onhashchange = go;
  document.body.replaceChildren(
    topBar(description, await readWorkspaces()),
    element('div', { class: 'page' }, side, main),
  );
  go();
}

function start(): void {
  window.onhashchange = null;
  document.title = 'Agent Gateway API';
  document.body.replaceChildren(signInView(enter));
}

start();
