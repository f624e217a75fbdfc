import { formatUnits, isAddress } from 'viem'
import { html, type Surface } from '../../http/reply.js'
import { type ExplorerContext, indexedHead } from './context.js'
import type { TokenTransfer } from './ExplorerIndex.js'
import { methodOf } from './methodNames.js'
import type { References } from './references.js'
import { feeOf, isoTime } from './shapes.js'

/** Pages for people, so that a printed link can be opened. */
export function peopleSurface(context: ExplorerContext, references: References): Surface {
  return async ({ path }) => {
    const [kind, value = ''] = path.split('/').filter((part) => part !== '')
    if (kind === 'tx') return transactionPage(value)
    if (kind === 'address' && isAddress(value, { strict: false })) return addressPage(value)
    if (kind === undefined) return homePage()
    return html(page('Not found', '<p>There is no such page.</p>'), 404)
  }

  function homePage() {
    const latest = context.ledger.transactions.slice(-25).reverse()
    const rows = latest.map((item) => [
      link('tx', item.hash),
      link('address', item.from),
      esc(methodOf(item) ?? 'payment'),
    ])
    return html(page(`Block ${indexedHead(context)}`, table(['Transaction', 'From', 'Method'], rows)))
  }

  async function transactionPage(hash: string) {
    const transaction = context.ledger.transaction(hash)
    if (transaction === undefined) return html(page('Not found', '<p>No such transaction was mined.</p>'), 404)
    const facts = [
      ['Status', transaction.success ? 'success' : 'reverted'],
      ['Block', String(transaction.blockNumber)],
      ['Time', isoTime(transaction.timestamp)],
      ['From', link('address', transaction.from)],
      ['To', transaction.to === null ? 'contract creation' : link('address', transaction.to)],
      ['Method', esc(methodOf(transaction) ?? 'payment')],
      ['Value', `${formatUnits(transaction.value, 18)} USDC`],
      ['Fee', `${formatUnits(feeOf(transaction), 18)} USDC`],
    ]
    const transfers = await transferTable(context.index.transfersIn(transaction))
    return html(page(`Transaction ${esc(hash)}`, `${table([], facts)}<h2>Token transfers</h2>${transfers}`))
  }

  async function addressPage(address: string) {
    const balance = await context.anvil.request<string>('eth_getBalance', [address, 'latest'])
    const transfers = context.index.transfersOf(address).slice(-50).reverse()
    const body = `<p>${formatUnits(BigInt(balance), 18)} USDC</p><h2>Token transfers</h2>${await transferTable(transfers)}`
    return html(page(`Address ${esc(address)}`, body))
  }

  async function transferTable(transfers: readonly TokenTransfer[]) {
    const token = await references.tokens(
      transfers.map((transfer) => transfer.token),
      new Map(),
    )
    const rows = transfers.map(({ transaction, from, to, kind, token: address }) => {
      const { symbol, decimals } = token(address) ?? { symbol: null, decimals: null }
      const amount = kind.type === 'ERC-20' ? formatUnits(kind.value, Number(decimals ?? 0)) : `#${kind.tokenId}`
      const what = `${amount} ${esc(symbol ?? '?')} <small>${link('address', address)}</small>`
      return [link('tx', transaction.hash), link('address', from), link('address', to), what]
    })
    return table(['Transaction', 'From', 'To', 'Amount'], rows)
  }
}

function page(title: string, body: string): string {
  const style =
    'body{font:15px/1.5 system-ui;margin:2rem auto;max-width:75rem;padding:0 1rem}td,th{text-align:left;padding:.2rem 1rem .2rem 0}td{font-family:ui-monospace,monospace;font-size:13px}'
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${style}</style><p><a href="/primary/explorer">Holdfast devnet explorer</a></p><h1 style="font-size:1.1rem;word-break:break-all">${title}</h1>${body}</html>`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '<p>None.</p>'
  const cells = (row: readonly string[], tag: string) =>
    `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
  return `<table>${head.length > 0 ? cells(head, 'th') : ''}${rows.map((row) => cells(row, 'td')).join('')}</table>`
}

function link(kind: 'tx' | 'address', value: string): string {
  return `<a href="/primary/explorer/${kind}/${value}">${kind === 'tx' ? `${value.slice(0, 18)}…` : value}</a>`
}

/** Any account can choose a token's name. */
function esc(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
