/**
 * Fetches the page once, as a browser would, and looks at what protects it.
 *
 * @returns One sentence for each fault; empty where there is none.
 */
export async function checkServedApp(origin: string): Promise<string[]> {
  const answer = await fetch(`${origin}/`)
  const html = await answer.text()
  const policy = answer.headers.get('content-security-policy') ?? ''
  const expected: readonly (readonly [string, boolean])[] = [
    [`answers with ${answer.status}`, answer.status === 200],
    ['is no page of the application', html.includes('<div id="root">')],
    ['does not forbid everything by default', policy.startsWith("default-src 'none'")],
    ['may be framed by another site', policy.includes("frame-ancestors 'none'")],
    ['lets unsafe scripts or styles run', !policy.includes('unsafe-')],
    ['tells other sites where a visitor comes from', answer.headers.get('referrer-policy') === 'no-referrer'],
    ['lets a browser guess types', answer.headers.get('x-content-type-options') === 'nosniff'],
    ['may be kept by a cache', answer.headers.get('cache-control') === 'no-cache'],
  ]
  return expected.flatMap(([fault, isRight]) => (isRight ? [] : [`The page ${fault}.`]))
}
