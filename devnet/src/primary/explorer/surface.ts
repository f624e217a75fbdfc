import { sleep, withFault } from '../../faults/withFaults.js'
import { json, type Surface } from '../../http/reply.js'
import type { ExplorerContext } from './context.js'
import { legacySurface } from './legacy.js'
import { peopleSurface } from './people.js'
import { References } from './references.js'
import { restSurface } from './rest.js'

/** The explorer: REST under `/api/v2`, Etherscan-like under `/api`, pages for people elsewhere. */
export function explorerSurface(context: ExplorerContext): Surface {
  const references = new References(context.anvil)
  const rest = restSurface(context, references)
  const legacy = legacySurface(context, references)
  const people = peopleSurface(context, references)

  return async (request) => {
    const { path } = request
    if (path.startsWith('/api/v2/')) {
      const below = path.slice('/api/v2'.length)
      return faulty(below, () => rest({ ...request, path: below }), restLimited)
    }
    if (path === '/api' || path === '/api/') {
      const { query } = request
      return faulty(`/api/${query.get('module')}/${query.get('action')}`, () => legacy(request), legacyLimited)
    }
    return people(request)
  }

  async function faulty(name: string, answer: () => ReturnType<Surface>, limited: () => ReturnType<typeof json>) {
    await sleep(context.faults.current.explorer.latencyMs)
    return withFault(context.faults.take('explorer', name), answer, limited)
  }
}

const limitText = 'Too many requests. Increase limits now at https://dev.blockscout.com'

const limitHeaders = {
  'x-ratelimit-limit': '300',
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': '1000',
  'bypass-429-option': 'no_bypass',
}

function restLimited() {
  return json(429, { message: limitText }, limitHeaders)
}

function legacyLimited() {
  return json(429, { status: '0', message: limitText, result: null }, limitHeaders)
}
