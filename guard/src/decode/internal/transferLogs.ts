import { getAddress } from 'viem'
import { isMap, readAddress, readHex } from '../json.js'
import type { Movement } from '../types.js'

/** A `Transfer` event of an amount between two accounts, all in small letters. */
export type TransferLog = NonNullable<ReturnType<typeof readTransfer>> & { index: number }

/** In any shape: what is not such an event is left out. */
export function readTransferLogs(logs: unknown): readonly TransferLog[] {
  if (!Array.isArray(logs)) return []
  return logs.flatMap((log, index) => {
    const transfer = isMap(log) ? readTransfer(log) : undefined
    return transfer && transfer.amount > 0n && transfer.payee !== transfer.payer ? { ...transfer, index } : []
  })
}

/** Those of one payer as movements. Where both ways of reporting the coin report a payee, the system's logs count alone. */
export function movementsOf(transfers: readonly TransferLog[], chainId: number): readonly Movement[] {
  const bySystem = new Set(transfers.filter(({ token }) => token === systemEmitter).map(({ payee }) => payee))
  return transfers
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
