import { RpcRequestError, type Transport } from 'viem'
import { createJudge, type Judge } from '../judge/createJudge.js'
import { GuardRpcError } from '../judge/guardRpcError.js'
import type { RpcRequest } from '../judge/inspectRequest.js'
import { createMiddleware } from './createMiddleware.js'
import type { GuardOptions } from './GuardOptions.js'

/**
 * Puts the firewall in front of a transport of viem: what a client sends, signed by a local account or by the node, is
 * judged before it leaves, and so is the estimate before it.
 *
 * Wrap a `fallback` as a whole. In a fallback with unguarded members, those send what the guarded one cannot judge
 * because its own endpoint is down.
 *
 * A refusal throws viem's `RpcRequestError` with {@link GuardRpcError} as its cause.
 *
 * @example
 * const walletClient = createWalletClient({ account, chain: primaryChain, transport: guardTransport(http()) })
 */
export function guardTransport<transport extends Transport>(
  transport: transport,
  options: GuardOptions = {},
): transport {
  const judge = options.judge ?? createJudge(options)
  const guarded: Transport = (parameters) => {
    const chainId = parameters.chain?.id
    return guardOpen(transport(parameters), { judge, chainId })
  }
  // The same type of transport, with another `request`.
  return guarded as transport
}

type OpenTransport = ReturnType<Transport>

function guardOpen(
  open: OpenTransport,
  { judge, chainId }: { judge: Judge; chainId: number | undefined },
): OpenTransport {
  const middleware = createMiddleware(
    { chainId: async () => chainId ?? Number(await open.request({ method: 'eth_chainId' })) },
    { judge },
  )
  const request = async (asked: RpcRequest, ...rest: readonly unknown[]): Promise<unknown> => {
    try {
      // viem types the parameters of each method.
      return await middleware(asked, (judged) => (open.request as Method)(judged, ...rest))
    } catch (error) {
      if (!(error instanceof GuardRpcError)) throw error
      const { method, params } = asked
      // viem reads the text of a refusal from an error of this class only, and repeats any other.
      throw new RpcRequestError({ body: { method, params }, error, url: 'holdfast' })
    }
  }
  const value = open.value && { ...open.value, ...guardMembers(open.value, { judge, chainId }) }
  // A request of viem's types is one of ours.
  const typed = request as OpenTransport['request']
  return { ...open, config: { ...open.config, request: typed }, request: typed, ...(value && { value }) }
}

/** A fallback lets its members be asked one by one. */
function guardMembers(value: object, guard: { judge: Judge; chainId: number | undefined }): object {
  if (!('transports' in value) || !Array.isArray(value.transports)) return {}
  return { transports: value.transports.map((open: OpenTransport) => guardOpen(open, guard)) }
}

type Method = (request: RpcRequest, ...rest: readonly unknown[]) => Promise<unknown>
