import { type Address, getAddress } from 'viem'
import { isMap, readAddress, readHex } from './json.js'
import type { Movement } from './types.js'

/**
 * What a simulation says was moved: its ERC-20 `Transfer` events that take from an account. They catch what no calldata
 * shows. Native value is reported the same way, here as `native`: by `eth_simulateV1` with `traceTransfers` under an address of
 * its own, and by EIP-7708, as on Arc, from the system's address. Where both report a payee, the system's logs count alone:
 * they hold every movement of the coin.
 *
 * @param logs - From a node, in any shape: what is not a `Transfer` of an amount, or of nothing, or to the account itself, is
 * left out.
 * @param from - Whose money is looked at.
 * @param chainId - Where it is simulated.
 * @example
 * const movements = decodeTransferLogs([], sender, 5042002)
 */
export function decodeTransferLogs(logs: unknown, from: Address, chainId: number): readonly Movement[] {
  if (!Array.isArray(logs)) return []
  const found = logs.flatMap((log, index) => {
    const transfer = isMap(log) ? readTransfer(log) : undefined
    const isPayment = transfer && transfer.amount > 0n && transfer.payer === from.toLowerCase()
    return isPayment && transfer.payee !== transfer.payer ? { ...transfer, index } : []
  })
  const bySystem = new Set(found.filter(({ token }) => token === systemEmitter).map(({ payee }) => payee))
  return found
    .filter(({ token, payee }) => token !== simulatedNative || !bySystem.has(payee))
    .map(({ payer, payee, token, amount, index }) => ({
      payer: getAddress(payer),
      payee: getAddress(payee),
      chainId,
      token: token === simulatedNative || token === systemEmitter ? 'native' : getAddress(token),
      amount,
      carrier: 'transfer_log',
      path: [`logs[${index}]`],
    }))
}

/** keccak256("Transfer(address,address,uint256)") */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The address under which `eth_simulateV1` reports native value. */
const simulatedNative = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Where EIP-7708 has the chain report its coin. */
const systemEmitter = '0xfffffffffffffffffffffffffffffffffffffffe'

function readTransfer(log: Readonly<Record<string, unknown>>) {
  const [topic, from, to, none] = Array.isArray(log.topics) ? log.topics.map(readHex) : []
  const [token, data] = [readAddress(log.address), readHex(log.data)]
  const [payer, payee] = [from, to].map((word) => readAddress(word && `0x${word.slice(26)}`))
  if (topic !== transferTopic || none !== undefined || !token || data?.length !== 66 || !payer || !payee)
    return undefined
  return { token, payer, payee, amount: BigInt(data) }
}
