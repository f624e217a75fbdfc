import { craftLookalike, type HistoryRecord, type IDataProvider } from '@holdfast/sdk/risk'
import { type Address, getAddress, keccak256, numberToHex, sliceHex } from 'viem'
import { FAULTY_NODE_HEAD } from './faultyNode.js'

const payer = '0x52908400098527886E0F7030069857D2E4169EE7'
const payments = 2_000
const payees = Array.from({ length: 500 }, (_, index) => getAddress(sliceHex(keccak256(numberToHex(index)), 12)))
const genuine = payees[0] as Address

const records: HistoryRecord[] = Array.from({ length: payments }, (_, index) => ({
  chainId: 5042002,
  token: '0x3600000000000000000000000000000000000000',
  canonical: true,
  from: payer,
  to: payees[index % payees.length] as Address,
  value: 25_000_000n,
  decimals: 6,
  signer: payer,
  blockNumber: BigInt(1_000 + index),
  logIndex: 0,
  timestamp: new Date(1_700_000_000_000 + index * 1_000),
  transactionHash: keccak256(numberToHex(1_000_000 + index)),
}))

/** The history of an account with 2,000 payments, returned from memory: the guard is measured, not an explorer. */
export const scriptedHistory: IDataProvider & { payer: Address; genuine: Address; imitation: Address } = {
  payer,
  genuine,
  imitation: craftLookalike(genuine, new Uint8Array(16).fill(7)),
  getOutgoingCounterparties: async () => ({ counterparties: payees, complete: true }),
  getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date(1_700_000_000_000) }),
  countZeroValueTransfers: async () => 0,
  getHistory: async (sender, { fromBlock = 0n } = {}) => ({
    sender,
    records:
      sender.toLowerCase() === payer.toLowerCase() ? records.filter(({ blockNumber }) => blockNumber >= fromBlock) : [],
    complete: true,
    extents: [{ chainId: 5042002, fromBlock, toBlock: FAULTY_NODE_HEAD }],
  }),
}
