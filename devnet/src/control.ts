import { isAddress } from 'viem'
import type { ChainControl } from './chain/ChainControl.js'
import type { FaultState } from './faults/FaultState.js'
import { parseFaults } from './faults/parseFaults.js'
import { json, type Surface } from './http/reply.js'
import type { Issuer } from './issuer/createIssuer.js'
import type { RemoteControl } from './remote/RemoteControl.js'

/**
 * Faults and the chains' controls over HTTP, for processes that do not have the `Devnet` object.
 *
 * `GET` shows the faults, `POST` changes those it names, `DELETE` clears them; `POST /mine`, `/increase-time`, `/fund`,
 * `/blocked`, `/paused` do what the methods of the same names do on the primary chain, `POST /remote/…` on the remote one, `POST
 * /issuer/burn-limit` what `setBurnLimit` does.
 */
export function controlSurface(
  faults: FaultState,
  primary: ChainControl,
  remote: RemoteControl,
  issuer: Pick<Issuer, 'setBurnLimit'>,
): Surface {
  return async ({ method, path, body }) => {
    if (method === 'GET' && path === '') return json(200, faults.current)
    if (method === 'DELETE' && path === '') {
      faults.clear()
      return json(200, faults.current)
    }
    if (method !== 'POST') return json(405, { error: 'Use GET, POST or DELETE.' })
    try {
      return json(200, await act(path, body === '' ? {} : JSON.parse(body)))
    } catch (error) {
      return json(400, { error: error instanceof Error ? error.message : String(error) })
    }
  }

  async function act(path: string, body: Record<string, unknown>): Promise<unknown> {
    if (path === '') {
      faults.set(parseFaults(body))
      return faults.current
    }
    if (path === '/remote/native-balance') {
      await remote.setNativeBalance(address(body.address), BigInt(String(body.nativeBalance)))
      return {}
    }
    if (path === '/issuer/burn-limit') {
      if (body.chain !== 'primary' && body.chain !== 'remote') throw new RangeError('chain must be primary or remote.')
      await issuer.setBurnLimit(body.chain, BigInt(String(body.amount)))
      return {}
    }
    return path.startsWith('/remote/') ? pull(remote, path.slice('/remote'.length), body) : pull(primary, path, body)
  }
}

async function pull(control: ChainControl, lever: string, body: Record<string, unknown>): Promise<unknown> {
  switch (lever) {
    case '/mine':
      await control.mine(wholeNumber(body.blocks ?? 1, 'blocks'))
      return { blockNumber: control.latestBlock }
    case '/increase-time':
      await control.increaseTime(wholeNumber(body.seconds, 'seconds'))
      return { blockNumber: control.latestBlock }
    case '/fund':
      await control.fund(address(body.address), BigInt(String(body.amount)))
      return {}
    case '/blocked':
      if (typeof body.blocked !== 'boolean') throw new RangeError('blocked must be true or false.')
      await control.setBlocked(address(body.address), body.blocked)
      return {}
    case '/paused':
      if (typeof body.paused !== 'boolean') throw new RangeError('paused must be true or false.')
      await control.setPaused(body.paused)
      return {}
    default:
      throw new RangeError(
        'Unknown path. Known paths: /mine, /increase-time, /fund, /blocked, /paused, the same below /remote, /remote/native-balance and /issuer/burn-limit.',
      )
  }
}

function wholeNumber(value: unknown, name: string): number {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw new RangeError(`${name} must be a whole number.`)
  return Number(value)
}

function address(value: unknown) {
  if (typeof value !== 'string' || !isAddress(value, { strict: false })) throw new RangeError('address is invalid.')
  return value
}
