import type { Surface } from '../../http/reply.js'
import { methodNotFound } from '../../rpc/errors.js'
import { rpcSurface } from '../../rpc/surface.js'
import type { RpcContext, RpcMethod } from './context.js'
import { primaryMethods } from './methods.js'

/** Serves JSON-RPC that behaves like the primary chain's. */
export function primaryRpcSurface(context: RpcContext): Surface {
  const methods = primaryMethods()
  return rpcSurface({
    faults: context.faults,
    surface: 'rpc',
    answer: async (method, params) => {
      const handler: RpcMethod | undefined = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (handler === undefined) throw methodNotFound(method)
      return handler(context, params, method)
    },
    forbids: (method) => method === 'eth_fillTransaction' && context.faults.current.rpc.fillTransaction === 'forbidden',
  })
}
