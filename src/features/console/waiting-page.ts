const page = (title: string, body: string, reload: boolean) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
${reload ? '<meta http-equiv="refresh" content="3">\n' : ''}<meta name="color-scheme" content="light dark">
<title>${title}</title></head>
<body><h1>${title}</h1>
${body}
</body></html>
`;

/** The page at /console while the console is not built. It is public, so it does not show the reason. */
export function waitingPage(hasFailed: boolean): string {
  if (!hasFailed)
    return page(
      'The console is being built',
      '<p>This takes a few seconds after the first start. The page looks again by itself; the API is running.</p>\n' +
        '<p>Started without <code>npm start</code>? Then run <code>npm run build:console</code> once.</p>',
      true,
    );
  return page(
    'The console could not be built',
    '<p>The API is running. <code>npm run build:console</code> tries again and says what is wrong, which is also in ' +
      '<code>console/.build/failure.txt</code>.</p>',
    false,
  );
}
