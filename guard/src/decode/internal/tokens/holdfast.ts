import {
  predictBoxAddress,
  privatePayRouterAbi,
  protectedTransferAbi,
  shieldVaultAbi,
  spendPolicyAccountAbi,
  spendPolicyFactoryAbi,
  stealthAnnouncerAbi,
} from '@holdfast/contracts'
import type { Abi, AbiStateMutability, Address, ContractFunctionArgs, ContractFunctionName } from 'viem'
import { type Entry, entryOf, type Known, type Read, type Walk } from '../entry/Entry.js'

/**
 * Our own contracts. Locking money for a recipient is a payment to it, and so is releasing an open transfer; claiming and
 * taking back are not.
 */
export function holdfastEntries(): Entry[] {
  return [
    ...entriesOf(protectedTransferAbi, {
      sendProtected: ([, to, amount], call, walk) => lock(call, walk, [{ to, amount }]),
      sendProtectedBatch: ([items], call, walk) => lock(call, walk, items),
      sendProtectedWithPermit: ([, to, amount], call, walk) => lock(call, walk, [{ to, amount }]),
      sendProtectedWithAuthorization: ([from, , to, amount], call, walk) => lock(call, walk, [{ to, amount }], from),
      sendProtectedWithWitness: ([from, , to, amount], call, walk) => lock(call, walk, [{ to, amount }], from),
      sendProtectedBatchWithAuthorization: ([from, items], call, walk) => lock(call, walk, items, from),
      sendProtectedBatchWithWitness: ([from, items], call, walk) => lock(call, walk, items, from),
      release: ([, to], call, walk) => lock(call, walk, [{ to, amount: undefined }]),
      releaseWithSignature: ([, to], call, walk) => lock(call, walk, [{ to, amount: undefined }]),
    }),
    ...entriesOf(shieldVaultAbi, {
      depositFor: ([payee, amount], call, walk) => move(call, walk, payee, amount),
      fundAccount: ([payee, amount], call, walk) => move(call, walk, payee, amount),
      withdraw: ([payee, amount], call, walk) => move(call, walk, payee, amount),
    }),
    ...entriesOf(privatePayRouterAbi, {
      createFundAndPay: ([, , { token, target }, amount], call, walk) =>
        walk.move(call, { payee: target, token, amount, carrier: 'box' }),
      createFundAndPayWithAuthorization: ([payer, , , { token, target }, amount], call, walk) =>
        walk.move(call, { payer, payee: target, token, amount, carrier: 'box' }),
    }),
    ...entriesOf(spendPolicyFactoryAbi, {
      createAccount: ([ownerHash, salt, policy], call, walk) => {
        const implementation = walk.facts.boxImplementation
        if (implementation === undefined) return
        const box = predictBoxAddress({ address: call.to, implementation }, { ownerHash, salt, policy })
        walk.boxes.set(box.toLowerCase(), policy)
      },
    }),
    ...entriesOf(spendPolicyAccountAbi, { pay: spend, pull: spend }).map((entry) => ({ ...entry, isOurs: false })),
    ...entriesOf(stealthAnnouncerAbi, {}),
  ]
}

/** Every function of an ABI; those without a reader move nothing. */
function entriesOf<const abi extends Abi>(
  abi: abi,
  readers: {
    readonly [name in ContractFunctionName<abi>]?: Read<ContractFunctionArgs<abi, AbiStateMutability, name>>
  },
): Entry[] {
  const named = new Map<string, unknown>(Object.entries(readers))
  return abi.flatMap((item) => {
    if (item.type !== 'function') return []
    // A reader gets the arguments of the function it is named after.
    return [{ ...entryOf(item, named.get(item.name) as Entry['read']), isOurs: true }]
  })
}

function lock(
  call: Known,
  walk: Walk,
  items: readonly { readonly to: Address; readonly amount: bigint | undefined }[],
  payer = call.payer,
): undefined {
  const token = walk.facts.usdc ?? call.to
  // Without a recipient the holder of the link claims it.
  for (const { to: payee, amount } of items)
    if (BigInt(payee) === 0n) walk.note('open_transfer', call)
    else walk.move(call, { payer, payee, token, amount, carrier: 'protected' })
}

function move(call: Known, walk: Walk, payee: Address, amount: bigint): undefined {
  walk.move(call, { payee, token: walk.facts.usdc ?? call.to, amount, carrier: 'vault' })
}

/** A box pays its target, which only its code names, or the call that created it in this very transaction. */
function spend([amount]: readonly [bigint, ...unknown[]], call: Known, walk: Walk): undefined {
  const box = walk.boxes.get(call.to)
  if (box) walk.move(call, { payee: box.target, token: box.token, amount, carrier: 'box' })
  else walk.note('box_spend', call)
}
