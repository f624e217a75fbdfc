/**
 * The headers of the page for common hosts, by path: the policy once more, with who may frame the page, which only a header can
 * say. Chunks are named by their content and kept for a year; the page itself is asked for each time.
 */
export function hostFiles(policy: string): ReadonlyMap<string, string> {
  const headers = headersOf(policy)
  const rows = Object.entries(headers)
  const quoted = (text: string) => `"${text}"`
  return new Map([
    ['headers.json', `${JSON.stringify({ all: headers, assets: immutable, page: fresh }, null, 2)}\n`],
    [
      '_headers',
      [
        '/*',
        ...rows.map(([name, value]) => `  ${name}: ${value}`),
        '/assets/*',
        `  Cache-Control: ${immutable['Cache-Control']}`,
        '/index.html',
        `  Cache-Control: ${fresh['Cache-Control']}`,
        '/version.json',
        `  Cache-Control: ${fresh['Cache-Control']}`,
        '',
      ].join('\n'),
    ],
    [
      'nginx.conf',
      [
        '# Inside a `server` block; nginx drops outer headers where a location adds one, so each has all.',
        ...[
          ['/', fresh],
          ['/assets/', immutable],
        ].flatMap(([path, cache]) => [
          `location ${path} {`,
          ...Object.entries({ ...headers, ...(cache as object) }).map(
            ([name, value]) => `  add_header ${name} ${quoted(value)} always;`,
          ),
          '}',
        ]),
        '',
      ].join('\n'),
    ],
    [
      'Caddyfile',
      [
        'header {',
        ...rows.map(([name, value]) => `  ${name} ${quoted(value)}`),
        '}',
        `header Cache-Control ${quoted(fresh['Cache-Control'])}`,
        `header /assets/* Cache-Control ${quoted(immutable['Cache-Control'])}`,
        '',
      ].join('\n'),
    ],
    [
      'htaccess',
      [
        ...rows.map(([name, value]) => `Header always set ${name} ${quoted(value)}`),
        `Header always set Cache-Control ${quoted(fresh['Cache-Control'])}`,
        '<If "%{REQUEST_URI} =~ m#/assets/#">',
        `  Header always set Cache-Control ${quoted(immutable['Cache-Control'])}`,
        '</If>',
        '',
      ].join('\n'),
    ],
  ])
}

/** Headers of every file of the page. */
export function headersOf(policy: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    // Wallets that open a window of their own talk to the page by its opener.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Permissions-Policy': 'camera=(self), clipboard-write=(self), geolocation=(), microphone=()',
  }
}

/** Headers of one file of the page, by its path from the root with a slash before it. */
export function headersAt(path: string, policy: string): Readonly<Record<string, string>> {
  return { ...headersOf(policy), ...(path.startsWith('/assets/') ? immutable : fresh) }
}

const immutable = { 'Cache-Control': 'public, max-age=31536000, immutable' }
const fresh = { 'Cache-Control': 'no-cache' }
