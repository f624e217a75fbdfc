/** The texts that wallets with ERC-7730 show for each call of our contracts, and for each message that they accept. */
import type { Abi, AbiFunction } from 'viem'
import { formatAbiItem } from 'viem/utils'
import { deployments } from '../src/generated/deployments.js'
import { privatePayRouterAbi } from '../src/generated/PrivatePayRouter.js'
import { protectedTransferAbi } from '../src/generated/ProtectedTransfer.js'
import { shieldVaultAbi } from '../src/generated/ShieldVault.js'
import { spendPolicyAccountAbi } from '../src/generated/SpendPolicyAccount.js'
import { spendPolicyFactoryAbi } from '../src/generated/SpendPolicyFactory.js'
import { stealthAnnouncerAbi } from '../src/generated/StealthAnnouncer.js'

/** A descriptor of ERC-7730, the parts that we write. */
export type Descriptor = {
  $schema: string
  context: { $id: string } & (
    | { contract: { abi: AbiFunction[] } & ({ deployments: Deployment[] } | { factory: Factory }) }
    | { eip712: { deployments?: Deployment[]; domain: { name: string; version: string }; schemas: Schema[] } }
  )
  metadata: { owner: string; enums: Record<string, Record<string, string>> }
  display: { formats: Record<string, Format> }
}
export type Format = { intent: string; fields: Field[]; required: string[]; excluded: string[] }
export type Field = { path: string; label: string; format: string; params?: Record<string, unknown> }
type Deployment = { chainId: number; address: string }
/** Whose event says that a contract is one of its own. */
type Factory = { deployments: Deployment[]; deployEvent: string }
type Schema = { primaryType: string; types: Record<string, readonly { name: string; type: string }[]> }
type ContractName = keyof (typeof deployments)[5042002]

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
  createAccount: 'Make a spending account',
  pay: 'Pay out of a spending account',
  pull: 'Collect from a spending account',
  sweepToVault: 'Empty a spending account',
  sweepWithSignature: 'Empty a spending account',
  sweepExpired: 'Return what a spending account holds',
  closeToVault: 'Close a spending account',
  createFundAndPay: 'Make a spending account and pay',
  createFundAndPayWithAuthorization: 'Make a spending account and pay',
  deposit: 'Deposit USDC in the vault',
  depositFor: 'Deposit USDC in the vault for someone',
  fundAccount: 'Fund a spending account',
  withdraw: 'Withdraw USDC from the vault',
  announce: 'Announce a payment to its recipient',
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
  target: { label: 'Pays only', format: 'addressName', params: { types: ['wallet', 'eoa', 'contract'] } },
  cosigner: {
    label: 'Signs each payment too',
    format: 'addressName',
    params: { types: ['wallet', 'eoa', 'contract'] },
  },
  owner: { label: 'Belongs to', format: 'addressName', params: { types: ['wallet', 'eoa', 'contract'] } },
  account: { label: 'Spending account', format: 'addressName', params: { types: ['contract'] } },
  stealthAddress: { label: 'Hidden address', format: 'addressName', params: { types: ['wallet', 'eoa', 'contract'] } },
  vault: { label: 'What is left goes to', format: 'addressName', params: { types: ['wallet', 'eoa', 'contract'] } },
  maxAmount: { label: 'Limit', format: 'unit', params: { base: 'USDC', decimals: 6 } },
  perPullMax: { label: 'Limit each time', format: 'unit', params: { base: 'USDC', decimals: 6 } },
  expiry: { label: 'Until', format: 'date', params: { encoding: 'timestamp' } },
  interval: { label: 'Time between payments', format: 'duration' },
  mode: { label: 'Paid by', format: 'enum', params: { $ref: '$.metadata.enums.mode' } },
  close: { label: 'Closed for good', format: 'raw' },
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
  enums: {
    claimMode: { '0': 'code', '3': 'key', '4': 'key, after a release' },
    mode: { '0': 'its owner', '1': 'its recipient' },
  },
}
const $schema = 'https://eips.ethereum.org/assets/eip-7730/erc7730-v1.schema.json'

/** Where a contract of ours is, on every chain of the registry. */
function everywhere(name: ContractName): Deployment[] {
  return Object.entries(deployments).map(([id, addresses]) => ({ chainId: Number(id), address: addresses[name] }))
}

/** Files by name, as the registry of descriptors names them. */
export function descriptors(): Map<string, Descriptor> {
  const factory = { deployments: everywhere('spendPolicyFactory'), deployEvent: accountCreated }
  return new Map<string, Descriptor>([
    calldata('ProtectedTransfer', protectedTransferAbi, { deployments: everywhere('transferContract') }),
    calldata('SpendPolicyFactory', spendPolicyFactoryAbi, { deployments: everywhere('spendPolicyFactory') }),
    calldata('SpendPolicyAccount', spendPolicyAccountAbi, { factory }),
    calldata('PrivatePayRouter', privatePayRouterAbi, { deployments: everywhere('privatePayRouter') }),
    calldata('ShieldVault', shieldVaultAbi, { deployments: everywhere('shieldVault') }),
    calldata('StealthAnnouncer', stealthAnnouncerAbi, { deployments: everywhere('stealthAnnouncer') }),
    messages(['ProtectedTransfer', 'Holdfast ProtectedTransfer'], transferMessages, {
      deployments: everywhere('transferContract'),
    }),
    // Each account is a contract of its own, so the domain's name alone says what the message is for.
    messages(['SpendPolicyAccount', 'Holdfast SpendPolicy'], accountMessages, {}),
  ])
}

function calldata(
  name: string,
  abi: Abi,
  bound: { deployments: Deployment[] } | { factory: Factory },
): [string, Descriptor] {
  const writes = abi.filter((item) => item.type === 'function').filter(isWrite)
  const formats = writes.map((item) => [
    formatAbiItem(item, { includeName: true }),
    formatOf(intentOf(item.name), leavesOf(item.inputs)),
  ])
  const context = { $id: `Holdfast ${name}`, contract: { ...bound, abi: writes } }
  return [`calldata-${name}.json`, { $schema, context, metadata, display: { formats: Object.fromEntries(formats) } }]
}

function isWrite({ stateMutability }: AbiFunction): boolean {
  return stateMutability === 'nonpayable'
}

function messages(
  [name, domainName]: readonly [string, string],
  typedData: Messages,
  bound: { deployments?: Deployment[] },
): [string, Descriptor] {
  const formats = Object.entries(typedData).map(([primaryType, { intent, members }]) => [
    primaryType,
    formatOf(
      intent,
      members.map((member) => member.name),
    ),
  ])
  const schemas = Object.entries(typedData).map(([primaryType, { members }]) => ({
    primaryType,
    types: { EIP712Domain: domain, [primaryType]: members },
  }))
  const eip712 = { ...bound, domain: { name: domainName, version: '1' }, schemas }
  const context = { $id: `Holdfast ${name} messages`, eip712 }
  return [`eip712-${name}.json`, { $schema, context, metadata, display: { formats: Object.fromEntries(formats) } }]
}

/** What the factory emits for each account. */
const accountCreated = spendPolicyFactoryAbi
  .flatMap((item) => (item.type === 'event' && item.name === 'AccountCreated' ? [formatAbiItem(item)] : []))
  .join()

type Messages = Readonly<Record<string, { intent: string; members: readonly { name: string; type: string }[] }>>
const uint = (name: string) => ({ name, type: 'uint256' })
const hash = (name: string) => ({ name, type: 'bytes32' })
const address = (name: string) => ({ name, type: 'address' })
const domain = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  uint('chainId'),
  address('verifyingContract'),
]

/** What the transfer contract accepts as a signature of the sender or of a claim key. */
const transferMessages: Messages = {
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
}

/** What a spending account accepts as a signature of the account that gets the rest. */
const accountMessages: Messages = {
  Sweep: {
    intent: 'Empty a spending account',
    members: [address('vault'), uint('sweepNonce'), { name: 'close', type: 'bool' }, uint('deadline')],
  },
}

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
    required: shown.filter((path) =>
      /^(amount|to|recipient|transferIds?|items|target|maxAmount|account|vault|stealthAddress)$/.test(nameOf(path)),
    ),
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
