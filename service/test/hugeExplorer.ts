import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { primaryAddresses } from '@holdfast/devnet'

/**
 * A proxy in front of an explorer that lists any number of payments to every address.
 *
 * @param changesOf - What is different about a payment, by the address and the payment's number.
 */
export async function startHugeExplorer(
  explorerApi: string,
  rowsOf: (address: string) => number,
  changesOf: (address: string, index: number) => Partial<ReturnType<typeof transfer>> = () => ({}),
) {
  const upstream = new URL(explorerApi)
  let asked = 0
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', upstream)
    response.setHeader('content-type', 'application/json')
    const address = searchParams.get('address')
    // Other requests have no results.
    if (searchParams.has('module') && searchParams.get('action') !== 'tokentx') {
      response.end(JSON.stringify({ status: '0', message: 'No records found', result: [] }))
      return
    }
    if (address !== null) {
      asked++
      // It knows one token.
      const token = searchParams.get('contractaddress') ?? primaryAddresses.usdc
      const total = rowsOf(address.toLowerCase())
      const first = Math.max(0, Number(searchParams.get('startblock') ?? 0) - (lastBlock - total + 1))
      const last = Math.min(total, Number(searchParams.get('endblock') ?? lastBlock) - (lastBlock - total))
      const count = Math.min(Number(searchParams.get('offset') ?? 10_000), Math.max(0, last - first))
      const isNewestFirst = searchParams.get('sort') === 'desc'
      const rows = Array.from({ length: count }, (_, index) => {
        const place = isNewestFirst ? last - 1 - index : first + index
        const row = transfer(address, token, place, lastBlock - total + 1 + place)
        return { ...row, ...changesOf(address, place) }
      })
      response.end(JSON.stringify({ status: count > 0 ? '1' : '0', message: count > 0 ? 'OK' : noRows, result: rows }))
      return
    }
    const answer = await fetch(new URL(request.url ?? '/', upstream)).catch(() => undefined)
    response.statusCode = answer?.status ?? 502
    response.end(answer && Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // It listens on a port, so its address is not a path.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${upstream.pathname}`,
    get asked() {
      return asked
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Of the newest payment to each address, one payment per block: the first block of the devnet. */
const lastBlock = 53_756_547
const noRows = 'No records found'

function transfer(to: string, contractAddress: string, index: number, block: number) {
  return {
    blockNumber: String(block),
    timeStamp: '1760000000',
    hash: `0x${(BigInt(to) * 1_000_000n + BigInt(index)).toString(16).slice(-64).padStart(64, '0')}`,
    from: `0x${(BigInt(index) + 2n ** 100n).toString(16).padStart(40, '0')}`,
    to,
    contractAddress,
    value: '1000000',
    tokenName: 'USDC',
    tokenSymbol: 'USDC',
    tokenDecimal: '6',
    logIndex: String(index),
    confirmations: '100',
  }
}
