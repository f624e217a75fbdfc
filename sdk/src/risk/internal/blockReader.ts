import type { Address } from 'viem'
import { readHash, readHex, readList, readObject, readSeconds } from '../../chain/explorerApi/fields.js'
import { TRANSFER_TOPIC } from '../../chain/transferTopic.js'
import { lower } from '../history/lower.js'
import { countDataBytes, readTransferCall } from './callData.js'
import type { BlockReader, BlockRecord, TransactionRow } from './findings.js'
import { readParty } from './rows.js'
import type { Ask } from './rpcAsk.js'

/**
 * Reads single blocks of one account.
 *
 * @param account - In lower case.
 */
export function createBlockReader(ask: Ask, account: Address, signal: AbortSignal | undefined): BlockReader {
  return {
    readTransfers: (token, block) => readTransfers(ask, { account, token, block }, signal),
    readTransactions: (block) => readTransactions(ask, account, block, signal),
  }
}

/**
 * A token's movements from or to an account in one block, from the receipts of all its transactions: however many rows others
 * have written into the block, one answer holds them.
 */
async function readTransfers(
  ask: Ask,
  { account, token, block }: { account: Address; token: Address; block: bigint },
  signal: AbortSignal | undefined,
): Promise<BlockRecord[]> {
  const receipts = readList(await ask('eth_getBlockReceipts', [toHex(block)], signal), 'receipts')
  return receipts.flatMap((value) => {
    const receipt = readObject(value, 'receipt')
    const signer = readParty(receipt.from, 'from')
    return readList(receipt.logs, 'logs').flatMap((one): BlockRecord[] => {
      const log = readObject(one, 'log')
      const [event, ...parties] = readList(log.topics, 'topics')
      if (readParty(log.address, 'address') !== lower(token) || event !== TRANSFER_TOPIC || parties.length !== 2)
        return []
      const [from, to] = parties.map((topic) => readParty(`0x${String(topic).slice(26)}`, 'topic'))
      if (from === undefined || to === undefined || (from !== account && to !== account)) return []
      return [
        {
          from,
          to,
          token: lower(token),
          value: BigInt(readHex(log.data, 'data')),
          signer,
          blockNumber: block,
          logIndex: Number(readHex(log.logIndex, 'logIndex')),
          transactionHash: readHash(receipt.transactionHash, 'transactionHash'),
        },
      ]
    })
  })
}

/** What an account has signed in one block; a receipt for each says whether it went through. */
async function readTransactions(
  ask: Ask,
  account: Address,
  blockNumber: bigint,
  signal: AbortSignal | undefined,
): Promise<TransactionRow[]> {
  const block = readObject(await ask('eth_getBlockByNumber', [toHex(blockNumber), true], signal), 'block')
  const timestamp = readSeconds(BigInt(readHex(block.timestamp, 'timestamp')), 'timestamp')
  const own = readList(block.transactions, 'transactions')
    .map((value) => readObject(value, 'transaction'))
    .filter(({ from }) => readParty(from, 'from') === account)
  return Promise.all(
    own.map(async ({ hash: given, to, value, input, nonce }): Promise<TransactionRow> => {
      const hash = readHash(given, 'hash')
      const receipt = readObject(await ask('eth_getTransactionReceipt', [hash], signal), 'receipt')
      return {
        hash,
        from: account,
        to: to === null ? null : readParty(to, 'to'),
        value: BigInt(readHex(value, 'value')),
        isSettled: receipt.status === '0x1',
        dataBytes: countDataBytes(input),
        transfer: readTransferCall(input),
        nonce: Number(readHex(nonce, 'nonce')),
        blockNumber,
        timestamp,
        indexedTo: undefined,
      }
    }),
  )
}

function toHex(block: bigint): string {
  return `0x${block.toString(16)}`
}
