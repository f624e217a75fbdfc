import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { describeRoutes } from '../../tools/describeRoutes.js'
import { createRoutes } from './createRoutes.js'
import type { RouteParts } from './RouteParts.js'

/** Described without any backend: the description of a route needs no requests. */
const routes = createRoutes({ keys: {}, chains: new Map() } as unknown as RouteParts, undefined)
const file = new URL('../../openapi.json', import.meta.url)

describe('the ten routes', () => {
  test('default: method, path, signature and rate limit of each', () => {
    const lines = routes.map(
      ({ method, path, signed, window }) => `${method} ${path} ${signed ? 'signed' : 'open'} ${window}`,
    )
    expect(lines).toMatchInlineSnapshot(`
      [
        "GET /api/health open health",
        "GET /api/cosign open read",
        "POST /api/cosign open cosign",
        "GET /api/verified-recipients open read",
        "GET /api/announcements open read",
        "POST /api/gasless-claim signed signed",
        "POST /api/relay/create signed signed",
        "POST /api/relay/announce signed signed",
        "POST /api/relay/gas signed signed",
        "POST /api/investigate open investigate",
      ]
    `)
  })

  test('the committed description matches them', async () => {
    const description = describeRoutes(routes)
    // UPDATE_OPENAPI=1 writes it; then run the formatter.
    if (process.env.UPDATE_OPENAPI) await writeFile(file, `${JSON.stringify(description, null, 2)}\n`)
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(description)))
  })
})
