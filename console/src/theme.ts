const key = 'console.theme';
const order = ['system', 'light', 'dark'] as const;
export type Theme = (typeof order)[number];

export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function nextTheme(): Theme {
  const theme = order[(order.indexOf(currentTheme()) + 1) % order.length] ?? 'system';
  if (theme === 'system') {
    localStorage.removeItem(key);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(key, theme);
    document.documentElement.dataset.theme = theme;
  }
  return theme;
}
