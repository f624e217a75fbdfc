import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, encodeEventTopics, type Hex, numberToHex, padHex, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import type { GetJson } from '../../chain/explorerApi/getJson.js'
import { readSettledRecipients } from './settledLogs.js'

const contract: Address = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const sender: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
const payees: readonly Address[] = [
  '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
]
const [event] = encodeEventTopics({ abi: protectedTransferAbi, eventName: 'RecipientVerified' })

const log = (id: number, recipient: Address | null, data: Hex = numberToHex(id, { size: 32 })) => ({
  address: contract,
  topics: [event, padHex(sender).toLowerCase(), recipient && padHex(recipient).toLowerCase(), null],
  data,
  blockNumber: numberToHex(100 + id),
  logIndex: '0x1',
  timeStamp: '0x6a000000',
  transactionHash: numberToHex(id, { size: 32 }),
})

const read = (logs: readonly unknown[]) => {
  const asked: Record<string, unknown>[] = []
  const get: GetJson = async (_, query) => {
    asked.push(query)
    return logs.length > 0
      ? { status: '1', message: 'OK', result: logs }
      : { status: '0', message: 'No logs found', result: [] }
  }
  const scope = { fromBlock: 0n, maxPages: 2, signal: undefined }
  return { asked, settled: readSettledRecipients(get, contract, sender, scope) }
}

test('default: each recipient that the contract has verified for the sender, once', async () => {
  const [first, second] = payees as [Address, Address]
  const { asked, settled } = read([log(1, first), log(2, second), log(3, first), log(4, null)])
  const timestamp = new Date(0x6a000000 * 1_000)
  const of = (id: number, address: Address) => ({
    address,
    blockNumber: BigInt(100 + id),
    timestamp,
    transferId: BigInt(id),
    transactionHash: numberToHex(id, { size: 32 }),
  })
  expect(await settled).toEqual([of(3, first), of(2, second)])
  expect(asked[0]).toMatchObject({ action: 'getLogs', topic0: event })
  expect([asked[0]?.address, asked[0]?.topic1].map((value) => String(value).toLowerCase())).toEqual([
    contract.toLowerCase(),
    padHex(sender).toLowerCase(),
  ])
})

test('error: a malformed log', async () => {
  const short = { ...log(1, sender), topics: [event, padHex(sender), '0x12'] }
  await expect(read([short]).settled).rejects.toThrow(`The explorer's topic is malformed: "0x"`)
  await expect(read([{ ...log(1, sender), transactionHash: zeroHash.slice(1) }]).settled).rejects.toThrow(
    'transactionHash',
  )
  expect(await read([]).settled).toEqual([])
})
