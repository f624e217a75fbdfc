import { type ExplorerContext, indexed } from './context.js'
import { transferItems } from './items.js'
import { addressParameter } from './parameters.js'
import type { References } from './references.js'
import { notFound } from './refusal.js'

/** `/tokens/:a…` of the REST API. A token is known once it has moved. */
export function tokenRoutes(context: ExplorerContext, references: References) {
  return async (address: string | undefined, part: string | undefined, query: URLSearchParams) => {
    if (address === undefined) return undefined
    const token = addressParameter(address)
    const all = indexed(context, context.index.transfersOf(token), ({ transaction }) => transaction)
    const transfers = all.filter((transfer) => transfer.token === token)
    const first = transfers[0]
    if (first === undefined) throw notFound()
    if (part === 'transfers') return transferItems(context, references, query, transfers)
    if (part !== undefined) return undefined
    return (await references.tokens([token], new Map([[token, first.kind.type]])))(token)
  }
}
