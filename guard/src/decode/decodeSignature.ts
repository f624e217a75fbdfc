import { bridgeChains } from '@holdfast/contracts'
import { type Address, encodeFunctionData, type Hex, isHex, maxUint160, numberToHex, parseAbi, size } from 'viem'
import { decodeCall } from './decodeCall.js'
import { addressOf, distinctAddresses, type Fields, listOf, MalformedRequestError, recordOf } from './fields.js'
import { visitOperation } from './internal/accounts/entryPoint.js'
import { addressIn, chainIdOfDomain } from './internal/bridges/destination.js'
import { factsOf } from './internal/entry/facts.js'
import { lowerCase } from './internal/entry/lowerCase.js'
import { coinMark, isReserved, namedAddresses, namesToken } from './internal/entry/named.js'
import { limitOf } from './internal/tokens/erc20.js'
import { knownEntries } from './internal/walk/entries.js'
import { Walker } from './internal/walk/Walker.js'
import { isMap, readHex, readQuantity } from './json.js'
import type { Carrier, Decoded, Movement, Unreadable } from './types.js'

/**
 * What typed data lets others take once it is signed: authorizations of EIP-3009, permits of EIP-2612 and Permit2, burn intents
 * of Circle's Gateway, delegations of ERC-7710, requests to forwarders of ERC-2771, operations of ERC-4337, spend permissions, and
 * transactions of a Safe. In other typed data that names the chain's USDC, such as an order of an exchange, each address is a possible
 * payee. Data that does not name it is noted as unread.
 */
export function decodeSignature(typedData: Fields, { signer, chainId }: { signer: Address; chainId: number }): Decoded {
  const { primaryType } = typedData
  if (typeof primaryType !== 'string') throw new MalformedRequestError('the typed data has no primaryType.')
  const read = isOtherAuthorization(typedData) ? undefined : readers.get(primaryType)
  const { verifyingContract } = recordOf('domain', typedData.domain ?? {})
  const contract = verifyingContract == null ? undefined : addressOf('verifyingContract', verifyingContract)
  if (!read) return readOther(typedData, { signer, chainId, contract })
  const context = {
    signer,
    chainId,
    // These domains leave it out: a burn intent is for the wallet contract of any chain.
    contract: withoutContract.has(primaryType) ? signer : addressOf('verifyingContract', verifyingContract),
    path: [primaryType],
  }
  return read(recordOf('message', typedData.message), context)
}

/** The name is a common one: of a lending market it names who is authorized. */
function isOtherAuthorization({ primaryType, message }: Fields): boolean {
  const { authorized, manager } = isMap(message) ? message : {}
  return primaryType === 'Authorization' && authorized === undefined && manager === undefined
}

type SignatureContext = { signer: Address; chainId: number; contract: Address; path: readonly string[] }
type Reader = (message: Fields, context: SignatureContext) => Decoded

/** The verifying contract of typed data that is not read may take what it says, from an allowance that exists. */
function readOther(
  typedData: Fields,
  { signer, chainId, contract }: Pick<SignatureContext, 'signer' | 'chainId'> & { contract: Address | undefined },
): Decoded {
  const path = [String(typedData.primaryType).replace(/\W/g, '?').slice(0, 40)]
  const { addresses, usdc } = namedIn([typedData.domain, typedData.message], { signer, chainId })
  const namesUsdc = usdc !== undefined
  const note = { kind: 'unread_signature', to: contract, selector: undefined, namesUsdc, addresses, path } as const
  const isOwn = contract?.toLowerCase() === signer.toLowerCase()
  // The code of the account itself carries it out, and can move everything that the account has.
  if (isOwn && (namesUsdc || addresses.length > 0))
    return refusing('unread_signature', 'A signature for the account itself cannot be read.', { path })
  if (usdc === undefined || harmless.has(path[0] ?? '')) return { movements: [], notes: [note] }
  const context = { signer, chainId, contract: signer, path }
  if (contract?.toLowerCase() === usdc)
    return refusing('unread_signature', 'A signature for USDC itself cannot be read.', context)
  return {
    movements: addresses.map((payee) =>
      moving(context, 'argument', { payer: signer, payee, token: usdc, amount: undefined }),
    ),
    notes: [note],
  }
}

/** EIP-3009: it cancels an authorization. */
const harmless = new Set(['CancelAuthorization'])

/** Circle's Gateway: it pays `destinationRecipient` out of the deposit of `sourceDepositor`, by the signature of any of its delegates. */
const readIntent: Reader = ({ spec }, context) => {
  const { value, hookData, ...fields } = recordOf('spec', spec)
  const [source, destination] = [fields.sourceDomain, fields.destinationDomain].map((one) =>
    chainIdOfDomain(Number(amountOf(one)), context.chainId),
  )
  const [payer, payee, token] = [fields.sourceDepositor, fields.destinationRecipient, fields.sourceToken].map((one) =>
    isHex(one) ? addressIn(one) : undefined,
  )
  const say = (message: string) => refusing('unknown_destination', message, context)
  if (source === undefined || destination === undefined) return say('A burn intent names a chain that is unknown here.')
  if (!payer || !payee || !token) return say('A burn intent names a party that is not an address of an EVM chain.')
  const move = moving(context, 'gateway', { payer, payee, token, amount: amountOf(value) })
  const isHooked = hookData !== undefined && hookData !== '' && hookData !== '0x'
  const hook = {
    kind: 'hook',
    to: move.payee,
    selector: undefined,
    namesUsdc: false,
    addresses: [],
    path: context.path,
  }
  return {
    movements: moved([{ ...move, chainId: destination, sourceChainId: source }]).movements,
    notes: isHooked ? [{ ...hook, kind: 'hook' }] : [],
  }
}

const readIntents: Reader = ({ intents }, context) =>
  joined(listOf('intents', intents).map((one) => readIntent(recordOf('an intent', one), context)))

/**
 * ERC-7710, as MetaMask's framework has it: the delegate may do in the delegator's name what the caveats leave. Whom they name
 * may be paid as well, so each of these addresses is judged.
 */
const readDelegation: Reader = ({ delegate, delegator, caveats }, context) => {
  const payer = addressOf('the delegator', delegator)
  if (addressOf('the delegate', delegate).toLowerCase() === anyDelegate)
    return refusing('unread_signature', 'A delegation is open to everyone.', context)
  const terms = listOf('caveats', caveats ?? []).map((one) => recordOf('a caveat', one).terms)
  const { addresses } = namedIn(terms, { signer: payer, chainId: context.chainId })
  return moved(
    distinctAddresses('the payee', [delegate, ...addresses]).map((payee) =>
      moving(context, 'delegation', { payer, payee, token: 'native', amount: undefined }),
    ),
  )
}

/** ERC-2771: a forwarder makes this call for the signer, and names the signer to the contract it calls. */
const readForward = (
  { from, to, value, data }: Fields,
  { signer, chainId }: Pick<SignatureContext, 'signer' | 'chainId'>,
): Decoded =>
  decodeCall({
    chainId,
    from: addressOf('from', from ?? signer),
    to: addressOf('to', to),
    value: amountOf(value ?? 0),
    data: bytesOf('the data of a forwarded call', data),
  })

/** A contract that lets relayers call it for the signer, as the tokens do that Polygon's bridge made. */
const readMetaTransaction: Reader = ({ from, functionSignature }, { signer, chainId, contract }) =>
  readForward({ from, to: contract, data: functionSignature }, { signer, chainId })

/** Gelato's relayer, as a forwarder of ERC-2771. */
const readRelayed: Reader = ({ user, target, data }, context) => readForward({ from: user, to: target, data }, context)

/** ERC-4337, from version 0.8 on: signed as typed data of the entry point. */
const readOperation: Reader = ({ sender, callData, initCode }, { chainId, contract, path }) => {
  const walker = new Walker(chainId, knownEntries())
  const operation = {
    sender: lowerCase(addressOf('the sender', sender)),
    callData: bytesOf('the call of the operation', callData),
    initCode: bytesOf('the set-up of the account', initCode),
  }
  // The entry point calls; it pays nothing.
  const call = { payer: operation.sender, to: lowerCase(contract), value: 0n, data: operation.callData, path }
  visitOperation(call, walker, operation)
  return walker.finish()
}

/** The same for a Safe: signed as typed data of its module. */
const readSafeOperation: Reader = ({ safe, ...operation }, context) =>
  readOperation({ ...operation, sender: safe }, context)

/** As Coinbase's accounts have it: the spender may take this much in each period, for all of them together more. */
const readSpendPermission: Reader = ({ account, permissions, ...only }, context) =>
  moved(
    (permissions === undefined ? [only] : listOf('the permissions', permissions)).map((one) => {
      const { spender, token } = recordOf('a permission', one)
      const given = addressOf('the token', token)
      const isCoin = given.toLowerCase() === coinMark
      const move = { payer: account, payee: spender, token: isCoin ? 'native' : given, amount: undefined }
      return moving(context, 'delegation', move)
    }),
  )

const readAuthorization: Reader = ({ from, to, value }, context) =>
  moved([
    moving(context, 'authorization', { payer: from, payee: to, token: context.contract, amount: amountOf(value) }),
  ])

/** Morpho, Compound and Aave: another account may withdraw or borrow in the signer's name. */
const readManager: Reader = (
  { authorizer, owner, authorized, manager, delegatee, isAuthorized, isAllowed, value },
  context,
) => {
  // Some wallets read any text as true.
  const isTaken = [isAuthorized, isAllowed].includes(false) || (value !== undefined && amountOf(value) === 0n)
  const payee = authorized ?? manager ?? delegatee
  const given = { payer: authorizer ?? owner ?? context.signer, payee, token: context.contract, amount: undefined }
  return moved(isTaken ? [] : [moving(context, 'delegation', given)])
}

/** Across: a deposit of the signer gets another recipient. Its token is not named: the chain's coin stands for it. */
const readDeposit: Reader = ({ updatedRecipient, updatedMessage }, context) => {
  const isWord = isHex(updatedRecipient) && size(updatedRecipient) === 32
  const to = isWord ? addressIn(updatedRecipient) : addressOf('updatedRecipient', updatedRecipient)
  if (to === undefined)
    return refusing('unknown_destination', 'The new recipient of a deposit is not an address of an EVM chain.', context)
  const { addresses } = namedIn(updatedMessage, context)
  return moved(
    distinctAddresses('the payee', [to, ...addresses]).map((payee) =>
      moving(context, 'router', { payer: context.signer, payee, token: 'native', amount: undefined }),
    ),
  )
}

/** EIP-2612, and the older form of DAI, which has a flag instead of an amount. */
const readPermit: Reader = ({ owner, holder, spender, value, allowed }, context) => {
  // Some wallets read any text as true.
  const amount = allowed === false ? 0n : value === undefined ? undefined : limitOf(amountOf(value))
  const payer = owner ?? holder ?? context.signer
  return moved([moving(context, 'permit', { payer, payee: spender, token: context.contract, amount })])
}

/** Permit2, single or as a batch, with a witness or without. */
const readPermit2: Reader = (message, context) => {
  const { spender, permitted, details, ...others } = message
  const tokens = permitted ?? details
  const [carrier, unlimited] =
    permitted === undefined ? (['permit2_allowance', maxUint160] as const) : (['permit2', undefined] as const)
  // A witness says what the spender must do with the money: whom it names may be paid.
  const { addresses: witnessed } = namedIn(others, context)
  const payees = distinctAddresses('the payee', [spender, ...witnessed])
  const list = Array.isArray(tokens) ? listOf('the tokens', tokens) : [tokens]
  return moved(
    list.flatMap((one) => {
      const { token, ...limit } = recordOf('a token', one)
      const amount = limitOf(amountOf(limit.amount), unlimited)
      return payees.map((payee) => moving(context, carrier, { payer: context.signer, payee, token, amount }))
    }),
  )
}

/** Signed by an owner, paid by the Safe: read as the call that carries it out. */
const readSafe: Reader = (
  { to, value, data, operation, refundReceiver, gasToken, gasPrice, baseGas },
  { signer, contract, chainId, path },
) => {
  const bytes = bytesOf('the data of the Safe transaction', data)
  const none = '0x0000000000000000000000000000000000000000'
  if (amountOf(gasPrice ?? 0) > 0n && BigInt(addressOf('refundReceiver', refundReceiver ?? none)) === 0n)
    return refusing('unread_signature', 'The refund of the Safe goes to any account that executes the transaction.', {
      path,
    })
  const args = [
    addressOf('to', to),
    amountOf(value ?? 0),
    bytes,
    Number(operation ?? 0),
    0n,
    amountOf(baseGas ?? 0),
    amountOf(gasPrice ?? 0),
    addressOf('gasToken', gasToken ?? none),
    addressOf('refundReceiver', refundReceiver ?? none),
    '0x' satisfies Hex,
  ] as const
  return decodeCall({ chainId, from: signer, to: contract, data: encodeFunctionData({ abi: safeAbi, args }) })
}

const safeAbi = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
])

const readers: ReadonlyMap<string, Reader> = new Map(
  Object.entries({
    TransferWithAuthorization: readAuthorization,
    ReceiveWithAuthorization: readAuthorization,
    Permit: readPermit,
    PermitTransferFrom: readPermit2,
    PermitBatchTransferFrom: readPermit2,
    PermitWitnessTransferFrom: readPermit2,
    PermitBatchWitnessTransferFrom: readPermit2,
    PermitSingle: readPermit2,
    PermitBatch: readPermit2,
    SafeTx: readSafe,
    BurnIntent: readIntent,
    BurnIntentSet: readIntents,
    Delegation: readDelegation,
    ForwardRequest: readForward,
    MetaTransaction: readMetaTransaction,
    SponsoredCallERC2771: readRelayed,
    SponsoredCallConcurrentERC2771: readRelayed,
    CallWithERC2771: readRelayed,
    CallWithConcurrentERC2771: readRelayed,
    PackedUserOperation: readOperation,
    SafeOp: readSafeOperation,
    SpendPermission: readSpendPermission,
    SpendPermissionBatch: readSpendPermission,
    UpdateDepositDetails: readDeposit,
    Authorization: readManager,
    DelegationWithSig: readManager,
  }),
)

const withoutContract = new Set(['BurnIntent', 'BurnIntentSet', 'UpdateDepositDetails'])

/** Who redeems a delegation to this address is not checked. */
const anyDelegate = '0x0000000000000000000000000000000000000a11'

type Move = { payer: unknown; payee: unknown; token: unknown; amount: bigint | undefined }

/**
 * The addresses that values name, at any depth: by themselves, as a 32-byte word, in lists packed together, or in encoded
 * calls. Left out are the signer and what is known not to be paid. Also the USDC that they name: the chain's, else that of another chain.
 */
function namedIn(values: unknown, { signer, chainId }: Pick<SignatureContext, 'signer' | 'chainId'>) {
  const { usdc: own, isCoinUsdc, contracts } = factsOf(chainId)
  const found = new Set<string>()
  const tokens = new Set<string>()
  // An order that is signed on one chain may be paid on another.
  const known = [...(own ? [own] : []), ...Object.values(bridgeChains).map(({ usdc }) => lowerCase(usdc))]
  const read = (data: Hex): void => {
    for (const one of known) if (namesToken(data, one)) tokens.add(one)
    if (own !== undefined && isCoinUsdc && data.includes(coinMark.slice(2))) tokens.add(own)
    for (const one of namedAddresses(data)) found.add(one)
    // Caveats pack addresses without padding, one after another, or a token before an amount.
    const isPacked = (data.length - 2) % 40 === 0
    const packed = isPacked ? (data.length - 2) / 40 : data.length === 2 + 40 + 64 ? 1 : 0
    for (let at = 2; at < 2 + packed * 40; at += 40) {
      const one: Hex = `0x${data.slice(at, at + 40)}`
      if (known.includes(one)) tokens.add(one)
      found.add(one)
    }
  }
  const visit = (value: unknown, depth: number): void => {
    if (depth > maxDepth) throw new MalformedRequestError('the typed data is too deep.')
    if (Array.isArray(value)) for (const one of listOf('a list', value)) visit(one, depth + 1)
    else if (isMap(value)) for (const one of Object.values(value)) visit(one, depth + 1)
    for (const data of bytesIn(value)) read(data)
  }
  visit(values, 0)
  const none = [signer.toLowerCase(), coinMark]
  const others = [...found].filter(
    (one) => !none.includes(one) && !contracts.has(one) && !known.some((token) => token === one) && !isReserved(one),
  )
  if (others.length > maxNamed) throw new MalformedRequestError(`the typed data names more than ${maxNamed} addresses.`)
  const usdc = known.find((one) => tokens.has(one))
  return { usdc, addresses: others.map((one) => addressOf('an address', one)) }
}

/**
 * The bytes that a value may stand for. Wallets take an address with `0x`, with `0X`, without either, and without its first zeros, and
 * some contracts pack one into a number. A text of digits alone may be both.
 */
function bytesIn(value: unknown): readonly Hex[] {
  const number = readQuantity(value)
  // The largest number of that size means "without a limit", and not an account.
  const word: Hex[] = number && number >= 2n ** 128n && number !== maxUint160 ? [numberToHex(number, { size: 32 })] : []
  const [, prefix, digits = ''] = (typeof value === 'string' && /^(0x)?([\da-f]+)$/i.exec(value)) || []
  const isNumber = prefix === undefined && digits.length < 40 && /^\d+$/.test(digits)
  if (isNumber || digits.length < minDigits) return word
  const length = Math.max(40, digits.length + (digits.length % 2))
  return [...word, `0x${digits.toLowerCase().padStart(length, '0')}`]
}

/** Of an address without its first zeros. */
const minDigits = 25

const maxDepth = 16
const maxNamed = 64

function refusing(reason: Unreadable['reason'], message: string, { path }: Pick<SignatureContext, 'path'>): Decoded {
  return { movements: [], notes: [], refusal: { reason, message, path } }
}

function joined(parts: readonly Decoded[]): Decoded {
  return {
    movements: parts.flatMap(({ movements }) => movements),
    notes: parts.flatMap(({ notes }) => notes),
    refusal: parts.find(({ refusal }) => refusal)?.refusal,
  }
}

function bytesOf(name: string, value: unknown): Hex {
  const bytes = value === undefined || value === '' ? '0x' : readHex(value)
  if (bytes === undefined) throw new MalformedRequestError(`${name} is not hexadecimal.`)
  return bytes
}

function moving(
  { chainId, path }: SignatureContext,
  carrier: Carrier,
  { payer, payee, token, amount }: Move,
): Movement {
  return {
    payer: addressOf('the payer', payer),
    payee: addressOf('the payee', payee),
    chainId,
    token: token === 'native' ? token : addressOf('the token', token),
    amount,
    carrier,
    path,
  }
}

/** Nothing is paid with an amount of zero, which takes an allowance back, nor to the payer on the same chain. */
function moved(movements: readonly Movement[]): Decoded {
  return {
    movements: movements.filter(
      ({ payer, payee, amount, sourceChainId }) => amount !== 0n && (payee !== payer || sourceChainId !== undefined),
    ),
    notes: [],
  }
}

function amountOf(value: unknown): bigint {
  const amount = readQuantity(value)
  if (amount === undefined) throw new MalformedRequestError('an amount is not a number.')
  return amount
}
