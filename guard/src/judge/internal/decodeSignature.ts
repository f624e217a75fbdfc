import { type Address, encodeFunctionData, type Hex, isHex, parseAbi } from 'viem'
import { decodeCall } from '../../decode/decodeCall.js'
import type { Carrier, Decoded, Movement } from '../../decode/types.js'
import { addressOf, type Fields, listOf, MalformedRequestError, recordOf } from './fields.js'

/**
 * What typed data lets others take once it is signed: authorizations of EIP-3009, permits of EIP-2612 and Permit2, and
 * transactions of a Safe. Other data is noted as unread.
 */
export function decodeSignature(typedData: Fields, { signer, chainId }: { signer: Address; chainId: number }): Decoded {
  const { primaryType } = typedData
  if (typeof primaryType !== 'string') throw new MalformedRequestError('the typed data has no primaryType.')
  const read = readers.get(primaryType)
  const { verifyingContract } = recordOf('domain', typedData.domain ?? {})
  if (!read) {
    const to = typeof verifyingContract === 'string' ? addressOf('verifyingContract', verifyingContract) : undefined
    const note = {
      kind: 'unread_signature',
      to,
      selector: undefined,
      namesUsdc: false,
      addresses: [],
      path: [],
    } as const
    return { movements: [], notes: [note] }
  }
  const scene = { signer, chainId, contract: addressOf('verifyingContract', verifyingContract), path: [primaryType] }
  return read(recordOf('message', typedData.message), scene)
}

type Scene = { signer: Address; chainId: number; contract: Address; path: readonly string[] }
type Reader = (message: Fields, scene: Scene) => Decoded

const readAuthorization: Reader = ({ from, to, value }, scene) =>
  moved([moving(scene, 'authorization', { payer: from, payee: to, token: scene.contract, amount: amountOf(value) })])

/** EIP-2612, and the older form of DAI, which has a flag instead of an amount. */
const readPermit: Reader = ({ owner, holder, spender, value, allowed }, scene) => {
  const amount = allowed === false || allowed === 'false' ? 0n : value === undefined ? undefined : amountOf(value)
  const payer = owner ?? holder ?? scene.signer
  return moved([moving(scene, 'permit', { payer, payee: spender, token: scene.contract, amount })])
}

/** Permit2, single or as a batch, with a witness or without. */
const readPermit2: Reader = (message, scene) => {
  const { spender, permitted, details, ...others } = message
  const tokens = permitted ?? details
  const carrier = permitted === undefined ? 'permit2_allowance' : 'permit2'
  // A witness says what the spender must do with the money.
  const witnessed = Object.values(others).flatMap((value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    const { to, recipient } = recordOf('the witness', value)
    return [to, recipient].filter((one) => one !== undefined)
  })
  const list = Array.isArray(tokens) ? listOf('the tokens', tokens) : [tokens]
  return moved(
    list.flatMap((one) => {
      const { token, amount } = recordOf('a token', one)
      return [spender, ...witnessed].map((payee) =>
        moving(scene, carrier, { payer: scene.signer, payee, token, amount: amountOf(amount) }),
      )
    }),
  )
}

/** Signed by an owner, paid by the Safe: read as the call that carries it out. */
const readSafe: Reader = (
  { to, value, data, operation, refundReceiver, gasPrice, baseGas },
  { signer, contract, chainId },
) => {
  const bytes = data === undefined || data === '' ? '0x' : data
  if (!isHex(bytes)) throw new MalformedRequestError('the data of the Safe transaction is not hexadecimal.')
  const none = '0x0000000000000000000000000000000000000000'
  const args = [
    addressOf('to', to),
    amountOf(value ?? 0),
    bytes,
    Number(operation ?? 0),
    0n,
    amountOf(baseGas ?? 0),
    amountOf(gasPrice ?? 0),
    none,
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
  }),
)

type Move = { payer: unknown; payee: unknown; token: unknown; amount: bigint | undefined }

function moving({ chainId, path }: Scene, carrier: Carrier, { payer, payee, token, amount }: Move): Movement {
  return {
    payer: addressOf('the payer', payer),
    payee: addressOf('the payee', payee),
    chainId,
    token: addressOf('the token', token),
    amount,
    carrier,
    path,
  }
}

/** Nothing is paid with an amount of zero: that takes an allowance back. */
function moved(movements: readonly Movement[]): Decoded {
  return { movements: movements.filter(({ amount }) => amount !== 0n), notes: [] }
}

function amountOf(value: unknown): bigint {
  const isText = typeof value === 'string' && /^(?:0x[\da-f]{1,64}|\d{1,78})$/i.test(value)
  const isNumber = typeof value === 'number' && Number.isInteger(value) && value >= 0
  if (isText || isNumber || typeof value === 'bigint') return BigInt(value)
  throw new MalformedRequestError('an amount is not a number.')
}
