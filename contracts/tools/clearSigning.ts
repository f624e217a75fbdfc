/** The texts that wallets with ERC-7730 show for each call of `ProtectedTransfer`, and for each message that it accepts. */
import type { AbiFunction } from 'viem'
import { formatAbiItem } from 'viem/utils'
import { deployments } from '../src/generated/deployments.js'
import { protectedTransferAbi } from '../src/generated/ProtectedTransfer.js'

/** A descriptor of ERC-7730, the parts that we write. */
export type Descriptor = {
  $schema: string
  context:
    | { $id: string; contract: { deployments: Deployment[]; abi: AbiFunction[] } }
    | {
        $id: string
        eip712: { deployments: Deployment[]; domain: { name: string; version: string }; schemas: Schema[] }
      }
  metadata: { owner: string; enums: Record<string, Record<string, string>> }
  display: { formats: Record<string, Format> }
}
export type Format = { intent: string; fields: Field[]; required: string[]; excluded: string[] }
export type Field = { path: string; label: string; format: string; params?: Record<string, unknown> }
type Deployment = { chainId: number; address: string }
type Schema = { primaryType: string; types: Record<string, readonly { name: string; type: string }[]> }

/** Calls that a person sends, with the text for each. */
const intents: Readonly<Record<string, string>> = {
  createConfig: 'Register terms of payments',
  createConfigWithVerifier: 'Register terms with an own verifier',
  sendProtected: 'Lock USDC for a recipient',
  sendProtectedBatch: 'Lock USDC for several recipients',
  sendProtectedBatchWithAuthorization: 'Lock USDC for several recipients',
  sendProtectedBatchWithWitness: 'Lock USDC for several recipients',
  sendProtectedWithAuthorization: 'Lock USDC for a recipient',
  sendProtectedWithPermit: 'Lock USDC for a recipient',
  sendProtectedWithWitness: 'Lock USDC for a recipient',
  claim: 'Claim a payment for its recipient',
  claimTo: 'Claim a payment for its recipient',
  claimToWithProof: 'Claim a payment for its recipient',
  claimWithKey: 'Claim a payment for its recipient',
  claimWithKeyBatch: 'Claim several payments',
  claimWithProof: 'Claim a payment for its recipient',
  requestRelease: 'Ask the sender to release a payment',
  release: 'Release a payment to a recipient',
  releaseWithSignature: 'Release a payment to a recipient',
  cancel: 'Take a payment back',
  cancelBatch: 'Take several payments back',
  cancelWithSignature: 'Take a payment back',
  rekey: 'Set a new claim code',
  rekeyWithSignature: 'Set a new claim code',
  reclaimExpired: 'Return a payment to its sender',
  reclaimExpiredBatch: 'Return payments to their senders',
}

/** How a parameter is shown, by its name; one without an entry is a proof, which is not shown. */
const fields: Readonly<Record<string, Omit<Field, 'path'>>> = {
  amount: { label: 'Amount', format: 'unit', params: { base: 'USDC', decimals: 6 } },
  to: { label: 'Recipient', format: 'addressName', params: { types: ['wallet', 'eoa', 'contract'] } },
  recipient: { label: 'Recipient', format: 'addressName', params: { types: ['wallet', 'eoa', 'contract'] } },
  from: { label: 'Paid by', format: 'addressName', params: { types: ['wallet', 'eoa', 'contract'] } },
  verifier: { label: 'Who decides on claims', format: 'addressName', params: { types: ['contract'] } },
  feeRecipient: { label: 'Fee goes to', format: 'addressName', params: { types: ['wallet', 'eoa', 'contract'] } },
  feeBps: { label: 'Fee of the claim', format: 'unit', params: { base: '%', decimals: 2 } },
  recallWindow: { label: 'Time to claim', format: 'duration' },
  claimMode: { label: 'Claimed by', format: 'enum', params: { $ref: '$.metadata.enums.claimMode' } },
  transferId: { label: 'Payment', format: 'raw' },
  transferIds: { label: 'Payment', format: 'raw' },
  configId: { label: 'Terms', format: 'raw' },
  claimHash: { label: 'Claim hash', format: 'raw' },
  newClaimHash: { label: 'New claim hash', format: 'raw' },
  deadline: { label: 'Valid until', format: 'date', params: { encoding: 'timestamp' } },
  validBefore: { label: 'Valid until', format: 'date', params: { encoding: 'timestamp' } },
}

const metadata = {
  owner: 'Holdfast',
  enums: { claimMode: { '0': 'code', '3': 'key', '4': 'key, after a release' } },
}
const $schema = 'https://eips.ethereum.org/assets/eip-7730/erc7730-v1.schema.json'
const everywhere = Object.entries(deployments).map(([id, { transferContract: address }]) => ({
  chainId: Number(id),
  address,
}))

/** Files by name, as the registry of descriptors names them. */
export function descriptors(): Map<string, Descriptor> {
  const writes = protectedTransferAbi.filter((item): item is Extract<typeof item, { type: 'function' }> => {
    return item.type === 'function' && item.stateMutability === 'nonpayable'
  }) as readonly AbiFunction[]
  const calls = Object.fromEntries(
    writes.map((item) => [
      formatAbiItem(item, { includeName: true }),
      formatOf(intentOf(item.name), leavesOf(item.inputs)),
    ]),
  )
  const messages = Object.entries(typedData).map(([name, { intent, members }]) => [
    name,
    formatOf(
      intent,
      members.map((member) => member.name),
    ),
  ])
  return new Map<string, Descriptor>([
    [
      'calldata-ProtectedTransfer.json',
      {
        $schema,
        context: { $id: 'Holdfast ProtectedTransfer', contract: { deployments: everywhere, abi: [...writes] } },
        metadata,
        display: { formats: calls },
      },
    ],
    [
      'eip712-ProtectedTransfer.json',
      {
        $schema,
        context: {
          $id: 'Holdfast ProtectedTransfer messages',
          eip712: {
            deployments: everywhere,
            domain: { name: 'Holdfast ProtectedTransfer', version: '1' },
            schemas: Object.entries(typedData).map(([primaryType, { members }]) => ({
              primaryType,
              types: { EIP712Domain: domain, [primaryType]: members },
            })),
          },
        },
        metadata,
        display: { formats: Object.fromEntries(messages) },
      },
    ],
  ])
}

const uint = (name: string) => ({ name, type: 'uint256' })
const hash = (name: string) => ({ name, type: 'bytes32' })
const address = (name: string) => ({ name, type: 'address' })
const domain = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  uint('chainId'),
  address('verifyingContract'),
]

/** What the contract accepts as a signature of the sender or of a claim key. */
const typedData = {
  Claim: { intent: 'Claim a payment for its recipient', members: [uint('transferId'), address('recipient')] },
  Cancel: { intent: 'Take a payment back', members: [uint('transferId'), hash('claimHash'), uint('deadline')] },
  Rekey: {
    intent: 'Set a new claim code',
    members: [uint('transferId'), hash('claimHash'), hash('newClaimHash'), uint('deadline')],
  },
  Release: {
    intent: 'Release a payment to a recipient',
    members: [uint('transferId'), address('recipient'), hash('claimHash'), uint('deadline')],
  },
} as const

function intentOf(name: string): string {
  const intent = intents[name]
  if (intent === undefined) throw new Error(`${name} has no text for a wallet.`)
  return intent
}

function formatOf(intent: string, paths: readonly string[]): Format {
  const isShown = (path: string) => fields[nameOf(path)] !== undefined
  const shown = paths.filter(isShown)
  return {
    intent,
    fields: shown.map((path) => ({ path, ...(fields[nameOf(path)] as Omit<Field, 'path'>) })),
    required: shown.filter((path) => /^(amount|to|recipient|transferIds?|items)$/.test(nameOf(path))),
    excluded: paths.filter((path) => !isShown(path)),
  }
}

/** The last name of a path such as `items.[].to`. */
function nameOf(path: string): string {
  return path.split('.').findLast((part) => part !== '[]') ?? path
}

/** The paths of all values in parameters, those inside lists and tuples too. */
function leavesOf(inputs: AbiFunction['inputs'], before = ''): string[] {
  return inputs.flatMap((input) => {
    const path = `${before}${input.name}${input.type.endsWith('[]') ? '.[]' : ''}`
    return 'components' in input ? leavesOf(input.components, `${path}.`) : [path]
  })
}
