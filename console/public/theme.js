// Before the first paint, so that a dark page does not flash white.
const chosen = localStorage.getItem('console.theme');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
