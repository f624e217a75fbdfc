import type { Address, Hex } from 'viem'
import { carrier, type Entry, harmless, type Known, type Walk } from '../entry/Entry.js'
import { MalformedAbi } from '../entry/readAbi.js'
import { type Inner, visitAll } from '../entry/visitAll.js'
import { visitDelegated } from './executions.js'

/** Safe: it is the payer of what it executes. */
export function safeEntries(): Entry[] {
  return [
    carrier(
      'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable',
      ([to, value, data, operation, , , gasPrice, gasToken, refundReceiver], call, walk) =>
        visitSafeTransaction(call, walk, { to, value, data, operation, gasPrice, gasToken, refundReceiver }),
    ),
    carrier('function multiSend(bytes transactions) payable', ([transactions], call, walk) => {
      const plain: Inner[] = []
      for (const { operation, ...inner } of readTransactions(transactions))
        if (operation === 0) plain.push(inner)
        else {
          visitAll(call, walk, plain.splice(0))
          visitDelegated(call, walk, inner, call.payer)
        }
      visitAll(call, walk, plain)
      return undefined
    }),
    // A new owner or module can move the money from then on.
    carrier('function addOwnerWithThreshold(address owner, uint256 threshold)', ([payee], call, walk) =>
      empower(call, walk, payee),
    ),
    carrier('function swapOwner(address prevOwner, address oldOwner, address newOwner)', ([, , payee], call, walk) =>
      empower(call, walk, payee),
    ),
    carrier('function enableModule(address module)', ([payee], call, walk) => empower(call, walk, payee)),
    // So can new code, and a fallback handler: it can accept any signature as one of the Safe.
    carrier('function changeMasterCopy(address masterCopy)', ([payee], call, walk) => empower(call, walk, payee)),
    carrier('function setFallbackHandler(address handler)', ([payee], call, walk) =>
      isZero(payee) ? undefined : empower(call, walk, payee),
    ),
    // The allowance module: who may take money from now on, and who takes it now.
    carrier(
      'function setAllowance(address delegate, address token, uint96 amount, uint16 resetMinutes, uint32 resetBase)',
      ([payee, token, amount], call, walk) =>
        walk.move(call, { payee, token: tokenOf(token), amount: amount === 0n ? 0n : undefined, carrier: 'approval' }),
    ),
    carrier(
      'function executeAllowanceTransfer(address safe, address token, address to, uint96 amount, address paymentToken, uint96 payment, address delegate, bytes signature)',
      ([payer, token, payee, amount, paymentToken, payment], call, walk) => {
        walk.move(call, { payer, payee, token: tokenOf(token), amount, carrier: 'transferFrom' })
        // The account that submits it gets this for its gas.
        return walk.move(call, {
          payer,
          payee: call.payer,
          token: tokenOf(paymentToken),
          amount: payment,
          carrier: 'refund',
        })
      },
    ),
    // Libraries that the Safe runs by delegate call: they set new code, or create a contract.
    carrier('function migrateToL2(address l2Singleton)', ([payee], call, walk) =>
      empower(call, walk, payee, call.payer),
    ),
    carrier('function migrateFromV111(address l2Singleton, address fallbackHandler)', (payees, call, walk) => {
      for (const payee of payees) empower(call, walk, payee, call.payer)
      return undefined
    }),
    carrier('function performCreate(uint256 value, bytes deploymentData)', ([value, data], call, walk) =>
      walk.visit({ ...call, to: undefined, value, data }),
    ),
    carrier('function performCreate2(uint256 value, bytes deploymentData, bytes32 salt)', ([value, data], call, walk) =>
      walk.visit({ ...call, to: undefined, value, data }),
    ),
    // A guard contract of the Safe can refuse every transaction until it is paid.
    carrier('function setGuard(address guard)', ([payee], call, walk) => setGuard(call, walk, payee)),
    carrier('function setModuleGuard(address moduleGuard)', ([payee], call, walk) => setGuard(call, walk, payee)),
    harmless('function removeOwner(address prevOwner, address owner, uint256 threshold)'),
    harmless('function changeThreshold(uint256 threshold)'),
    harmless('function disableModule(address prevModule, address module)'),
    // The hash does not show what is signed.
    carrier('function approveHash(bytes32 hash)', (_, call, walk) => walk.note('unread_signature', call)),
    carrier('function signMessage(bytes message)', (_, call, walk) => walk.note('unread_signature', call)),
  ]
}

/** What a Safe executes, and what it pays its relayer. */
function visitSafeTransaction(
  call: Known,
  walk: Walk,
  { to, value, data, operation, gasPrice, gasToken, refundReceiver }: SafeTransaction,
): undefined {
  if (operation === 0) visitAll(call, walk, [{ to, value, data }], call.to)
  else visitDelegated(call, walk, { to, data }, call.to)
  if (gasPrice === 0n) return
  // Without a receiver it goes to the account that submits it, here the caller.
  const payee = isZero(refundReceiver) ? call.payer : refundReceiver
  walk.move(call, { payer: call.to, payee, token: tokenOf(gasToken), amount: undefined, carrier: 'refund' })
}

/** The fields of a Safe's transaction that move money. */
type SafeTransaction = {
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
  readonly operation: number
  readonly gasPrice: bigint
  readonly gasToken: Address
  readonly refundReceiver: Address
}

function empower(call: Known, walk: Walk, payee: Address, payer: Address = call.to): undefined {
  walk.move(call, { payer, payee, token: 'native', amount: undefined, carrier: 'delegation' })
}

function setGuard(call: Known, walk: Walk, guard: Address): undefined {
  if (isZero(guard)) walk.note('guard_removed', call)
  else empower(call, walk, guard)
}

/** Packed: operation (1 byte), to (20), value (32), length (32), data. */
function* readTransactions(packed: Hex): Generator<Required<Inner> & { operation: number }> {
  let at = 2
  const take = (bytes: number): string => {
    const taken = packed.slice(at, at + bytes * 2)
    if (taken.length < bytes * 2) throw new MalformedAbi()
    at += bytes * 2
    return taken
  }
  while (at < packed.length) {
    const operation = Number.parseInt(take(1), 16)
    const to: Address = `0x${take(20)}`
    const value = BigInt(`0x${take(32)}`)
    const length = BigInt(`0x${take(32)}`)
    if (length > BigInt(packed.length)) throw new MalformedAbi()
    yield { operation, to, value, data: `0x${take(Number(length))}` }
  }
}

function tokenOf(token: Address): Address | 'native' {
  return isZero(token) ? 'native' : token
}

function isZero(address: Address): boolean {
  return /^0x0{40}$/.test(address)
}
