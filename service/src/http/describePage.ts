import type { OpenApi, Operation } from './OpenApi.js'

/** A page for people, made of the description only: no script, no font, no external resource. */
export function describePage(description: OpenApi): string {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const { title, version, summary } = description.info
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} ${escapeHtml(version)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)} <small>${escapeHtml(version)}</small></h1>
<p>${escapeHtml(summary)}</p>
<p>${text(description.info.description)}</p>
<p>For programs: <a href="/openapi.json">openapi.json</a></p>
<nav><ul>
${operations.map(({ method, path, operation }) => `<li><a href="#${operation.operationId}"><b>${method}</b> ${escapeHtml(path)}</a></li>`).join('\n')}
</ul></nav>
${operations.map(section).join('\n')}
</main>
</body>
</html>
`
}

function section({ method, path, operation }: { method: string; path: string; operation: Operation }): string {
  const body = operation.requestBody?.content['application/json']?.schema
  const answers = Object.entries(operation.responses).map(([status, { description, content }]) => {
    const schema = content?.['application/json']?.schema
    return `<dt>${escapeHtml(status)}</dt><dd>${text(description)}${schema === undefined ? '' : code(schema)}</dd>`
  })
  const query = operation.parameters?.map(
    ({ name, required, schema }) =>
      `<dt><code>${escapeHtml(name)}</code>${required ? '' : ' (optional)'}</dt><dd>${code(schema)}</dd>`,
  )
  return `<section id="${operation.operationId}">
<h2><b>${method}</b> ${escapeHtml(path)}${operation.security.length > 0 ? ' <small>signed</small>' : ''}</h2>
<p>${text(operation.summary)}</p>
${query === undefined ? '' : `<h3>Query</h3><dl>${query.join('')}</dl>`}
${body === undefined ? '' : `<h3>Body</h3>${code(body)}`}
<h3>Answers</h3><dl>${answers.join('\n')}</dl>
</section>`
}

function code(value: unknown): string {
  return `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
}

/** Text between backticks is code. */
function text(value: string): string {
  return escapeHtml(value).replaceAll(/`([^`]*)`/g, '<code>$1</code>')
}

function escapeHtml(value: string): string {
  return value.replaceAll(/[&<>"']/g, (symbol) => `&#${symbol.charCodeAt(0)};`)
}

const style = [
  ':root{color-scheme:light dark}',
  'body{font:16px/1.5 system-ui,sans-serif;margin:0}',
  'main{max-width:52rem;margin:auto;padding:2rem 1rem}',
  'h2{border-top:1px solid;padding-top:1rem}',
  'small{font-weight:400;opacity:.7}',
  'pre{overflow:auto;padding:.75rem;border:1px solid #8886;border-radius:4px;font-size:13px}',
  'dt{font-weight:600}dd{margin:0 0 .75rem}nav ul{list-style:none;padding:0}',
].join('')
