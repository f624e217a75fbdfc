/** The texts that wallets with ERC-7730 show for each call of our contracts, and for each message that they accept. */
import type { Abi, AbiFunction, AbiParameter, Address } from 'viem'
import { formatAbiItem } from 'viem/utils'
import { chains } from '../src/chains.js'
import { deployments } from '../src/generated/deployments.js'
import { privatePayRouterAbi } from '../src/generated/PrivatePayRouter.js'
import { protectedTransferAbi } from '../src/generated/ProtectedTransfer.js'
import { shieldVaultAbi } from '../src/generated/ShieldVault.js'
import { spendPolicyAccountAbi } from '../src/generated/SpendPolicyAccount.js'
import { spendPolicyFactoryAbi } from '../src/generated/SpendPolicyFactory.js'
import { stealthAnnouncerAbi } from '../src/generated/StealthAnnouncer.js'

/** The parts of an ERC-7730 descriptor, version 2, that we write. */
export type Descriptor = {
  $schema: string
  context: { $id: string } & (
    | { contract: { deployments: Deployment[] } | { factory: Factory } }
    | { eip712: { deployments?: Deployment[]; domain: { name: string; version?: string } } }
  )
  metadata: { owner: string; contractName: string; enums: Record<string, Record<string, string>> }
  display: { formats: Record<string, Format> }
}
export type Format = { intent: string; fields: (Shown | Hidden)[] }
/** A value that is shown: each time, or where a wallet has room. */
export type Shown = Display & { path: string; visible: 'always' | 'optional' }
/** A value that is not shown: a proof, or one that must be in a list. */
export type Hidden = { path: string; visible: 'never' | { mustMatch: Address[] } }
type Display = { label: string; format: string; params?: Record<string, unknown> }
type Deployment = { chainId: number; address: Address }
/** A factory, and the event by which it names each contract that it creates. */
type Factory = { deployments: Deployment[]; deployEvent: string }
type ContractName = keyof (typeof deployments)[5042002]

/** Calls that a person sends, with the text for each. */
const intents: Readonly<Record<string, string>> = {
  createConfig: 'Register terms of payments',
  createConfigWithVerifier: 'Register terms with your own verifier',
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

/** How a parameter is shown, by its path or its name; one without an entry is a proof, which is not shown. */
const fields: Readonly<Record<string, Display>> = {
  'permitted.amount': { label: 'Amount in all', format: 'unit', params: { base: 'USDC', decimals: 6 } },
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
  box: { label: 'Spending account', format: 'addressName', params: { types: ['contract'] } },
  stealthAddress: { label: 'Hidden address', format: 'addressName', params: { types: ['wallet', 'eoa', 'contract'] } },
  vault: { label: 'What is left goes to', format: 'addressName', params: { types: ['wallet', 'eoa', 'contract'] } },
  maxAmount: { label: 'Limit', format: 'unit', params: { base: 'USDC', decimals: 6 } },
  perPullMax: { label: 'Limit each time', format: 'unit', params: { base: 'USDC', decimals: 6 } },
  expiry: { label: 'Until', format: 'date', params: { encoding: 'timestamp' } },
  interval: { label: 'Time between payments', format: 'duration' },
  mode: { label: 'Paid by', format: 'enum', params: { $ref: '$.metadata.enums.mode' } },
  close: { label: 'Closes permanently', format: 'raw' },
  transferId: { label: 'Payment', format: 'raw' },
  transferIds: { label: 'Payment', format: 'raw' },
  configId: { label: 'Terms', format: 'raw' },
  claimHash: { label: 'Claim hash', format: 'raw' },
  newClaimHash: { label: 'New claim hash', format: 'raw' },
  deadline: { label: 'Valid until', format: 'date', params: { encoding: 'timestamp' } },
  validBefore: { label: 'Valid until', format: 'date', params: { encoding: 'timestamp' } },
}

/** Hashes that a person cannot compare with anything: a wallet with a small screen may leave them out. */
const hashes = new Set(['configId', 'claimHash', 'newClaimHash'])

/**
 * What is not shown and still may not be anything: amounts are said to be USDC, so the token must be one, and what Permit2 moves must go
 * to a contract of ours.
 */
const demanded: Readonly<Record<string, Address[]>> = {
  token: unique(chains.map(({ usdc }) => usdc.address)),
  spender: unique(
    Object.values(deployments).flatMap(({ transferContract, privatePayRouter }) => [
      transferContract,
      privatePayRouter,
    ]),
  ),
}

const enums = {
  claimMode: { '0': 'code', '3': 'key', '4': 'key, after a release' },
  mode: { '0': 'its owner', '1': 'its recipient' },
}
const $schema = 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json'

function unique(addresses: Address[]): Address[] {
  return [...new Set(addresses)].toSorted()
}

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
    messages('ProtectedTransfer', transferMessages, {
      domain: { name: 'Holdfast ProtectedTransfer', version: '1' },
      deployments: everywhere('transferContract'),
    }),
    // Each account is a contract of its own, so the domain's name alone says what the message is for.
    messages('SpendPolicyAccount', accountMessages, { domain: { name: 'Holdfast SpendPolicy', version: '1' } }),
    messages('Permit2', permitMessages, {
      domain: { name: 'Permit2' },
      deployments: Object.keys(deployments).map((id) => ({ chainId: Number(id), address: permitOf(Number(id)) })),
    }),
  ])
}

function permitOf(id: number): Address {
  const chain = chains.find((chain) => chain.id === id)
  if (chain === undefined) throw new Error(`Chain ${id} is not in the registry.`)
  return chain.permit
}

function calldata(
  name: string,
  abi: Abi,
  contract: { deployments: Deployment[] } | { factory: Factory },
): [string, Descriptor] {
  const formats = abi
    .filter((item) => item.type === 'function')
    .filter(isWrite)
    .map(({ name, inputs }): [string, Format] => [fragmentOf(name, inputs), formatOf(intentOf(name), inputs)])
  const context = { $id: `Holdfast ${name}`, contract }
  return [`calldata-${name}.json`, describe(name, context, formats)]
}

function isWrite({ stateMutability }: AbiFunction): boolean {
  return stateMutability === 'nonpayable'
}

function messages(
  name: string,
  described: readonly Message[],
  eip712: { deployments?: Deployment[]; domain: { name: string; version?: string } },
): [string, Descriptor] {
  const formats = described.map(({ intent, types }): [string, Format] => {
    const [[primary = '', members = []] = []] = Object.entries(types)
    const inputs = members.map((member) => withMembers(member, types))
    return [encodeType(primary, types), formatOf(intent, inputs)]
  })
  const context = { $id: `Holdfast ${name} messages`, eip712 }
  return [`eip712-${name}.json`, describe(name, context, formats)]
}

function describe(contractName: string, context: Descriptor['context'], formats: [string, Format][]): Descriptor {
  const metadata = { owner: 'Holdfast', contractName, enums }
  return { $schema, context, metadata, display: { formats: Object.fromEntries(formats) } }
}

/** A function with the names of its parameters, as version 2 writes it: a tuple in brackets, and no space after a comma. */
function fragmentOf(name: string, inputs: readonly AbiParameter[]): string {
  return `${name}(${inputs.map(parameterOf).join()})`
}

function parameterOf(input: AbiParameter): string {
  if (!('components' in input)) return `${input.type} ${input.name}`
  return `${fragmentOf('', input.components)}${input.type.slice('tuple'.length)} ${input.name}`
}

/** What EIP-712 hashes of a type: its members, then the types inside it in alphabetical order. */
function encodeType(primary: string, types: Message['types']): string {
  const others = Object.keys(types).filter((name) => name !== primary)
  return [primary, ...others.toSorted()].map((name) => fragmentOf(name, types[name] ?? [])).join('')
}

/** A member of a struct as a parameter, with what is inside it. */
function withMembers({ name, type }: Member, types: Message['types']): AbiParameter {
  const inside = types[type.replace('[]', '')]
  return inside === undefined
    ? { name, type }
    : { name, type, components: inside.map((member) => withMembers(member, types)) }
}

/** What the factory emits for each account. */
const accountCreated = spendPolicyFactoryAbi
  .flatMap((item) => (item.type === 'event' && item.name === 'AccountCreated' ? [formatAbiItem(item)] : []))
  .join()

type Member = { name: string; type: string }
/** A message that is signed, with its types, its own first. */
type Message = { intent: string; types: Readonly<Record<string, readonly Member[]>> }
const member = (type: string) => (name: string) => ({ name, type })
const [uint, hash, address] = [member('uint256'), member('bytes32'), member('address')]

/** What the transfer contract accepts as a signature of the sender or of a claim key. */
const transferMessages: readonly Message[] = [
  {
    intent: 'Claim a payment for its recipient',
    types: { Claim: [uint('transferId'), address('recipient')] },
  },
  {
    intent: 'Take a payment back',
    types: { Cancel: [uint('transferId'), hash('claimHash'), uint('deadline')] },
  },
  {
    intent: 'Set a new claim code',
    types: { Rekey: [uint('transferId'), hash('claimHash'), hash('newClaimHash'), uint('deadline')] },
  },
  {
    intent: 'Release a payment to a recipient',
    types: { Release: [uint('transferId'), address('recipient'), hash('claimHash'), uint('deadline')] },
  },
]

/** What a spending account accepts as a signature of the account that gets the rest. */
const accountMessages: readonly Message[] = [
  {
    intent: 'Empty a spending account',
    types: { Sweep: [address('vault'), uint('sweepNonce'), member('bool')('close'), uint('deadline')] },
  },
]

/** What a payer signs for Permit2, which then pays a contract of ours; the witness says what for. */
const permitMessages: readonly Message[] = [
  {
    intent: 'Lock USDC for a recipient',
    types: permitFor('ProtectedSend', {
      ProtectedSend: [hash('configId'), address('to'), hash('claimHash')],
    }),
  },
  {
    intent: 'Lock USDC for several recipients',
    types: permitFor('ProtectedBatch', {
      ProtectedBatch: [member('Item[]')('items')],
      Item: [hash('configId'), address('to'), uint('amount'), hash('claimHash')],
    }),
  },
  {
    intent: 'Make a spending account and pay',
    types: permitFor('PrivatePay', { PrivatePay: [address('box')] }),
  },
]

function permitFor(witness: string, types: Message['types']): Message['types'] {
  return {
    PermitWitnessTransferFrom: [
      member('TokenPermissions')('permitted'),
      address('spender'),
      uint('nonce'),
      uint('deadline'),
      member(witness)('witness'),
    ],
    TokenPermissions: [address('token'), uint('amount')],
    ...types,
  }
}

function intentOf(name: string): string {
  const intent = intents[name]
  if (intent === undefined) throw new Error(`${name} has no text for a wallet.`)
  return intent
}

function formatOf(intent: string, inputs: readonly AbiParameter[]): Format {
  return { intent, fields: leavesOf(inputs).map(fieldOf) }
}

function fieldOf(path: string): Shown | Hidden {
  const name = nameOf(path)
  const shown = fields[path] ?? fields[name]
  if (shown !== undefined) return { path, ...shown, visible: hashes.has(name) ? 'optional' : 'always' }
  const mustMatch = demanded[name]
  return { path, visible: mustMatch === undefined ? 'never' : { mustMatch } }
}

/** The last name of a path such as `items.[].to`. */
function nameOf(path: string): string {
  return path.split('.').findLast((part) => part !== '[]') ?? path
}

/** The paths of all values in parameters, those inside lists and tuples too. */
function leavesOf(inputs: readonly AbiParameter[], before = ''): string[] {
  return inputs.flatMap((input) => {
    const path = `${before}${input.name}${input.type.endsWith('[]') ? '.[]' : ''}`
    return 'components' in input ? leavesOf(input.components, `${path}.`) : [path]
  })
}
