import { type Address, type Hex, parseAbiParameters } from 'viem'
import type { Entry, Known, Walk } from '../entry/Entry.js'
import { MalformedAbi, readAbi } from '../entry/readAbi.js'
import { arrive } from './arrive.js'
import { chainAt } from './destination.js'

/** Routers from version 2.1 on deposit into Across, a bridge; earlier ones ignore this bit, and read the command without it. */
export const bridging = 0x40

const deposit = /* @__PURE__ */ parseAbiParameters(
  '(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message, bool useNative) deposit',
)

/** Pays the recipient on another chain, or the depositor where it is not delivered. */
export function bridge(input: Hex, earlier: Entry | undefined, call: Known, walk: Walk): undefined {
  const [read] = readAbi(deposit, input)
  // The parameters say what is read.
  const { depositor, recipient, inputToken, inputAmount, destinationChainId, message } = read as Deposit
  if (earlier && isReadable(earlier, input))
    return walk.refuse('malformed', 'A command of a router has two meanings.', call.path)
  walk.release(call.to)
  const token = BigInt(inputToken) === 0n ? 'native' : inputToken
  walk.move(call, { payee: depositor, token, amount: whole(inputAmount), carrier: 'router' })
  return arrive(call, walk, {
    payee: recipient,
    at: chainAt(destinationChainId),
    token,
    amount: whole(inputAmount),
    carrier: 'router',
    message,
  })
}

type Deposit = {
  readonly depositor: Address
  readonly recipient: Address
  readonly inputToken: Address
  readonly inputAmount: bigint
  readonly destinationChainId: bigint
  readonly message: Hex
}

/** The highest bit alone stands for all that the router has. */
function whole(amount: bigint): bigint | undefined {
  return amount === 2n ** 255n ? undefined : amount
}

function isReadable({ inputs }: Entry, input: Hex): boolean {
  try {
    readAbi(inputs, input)
    return true
  } catch (error) {
    if (error instanceof MalformedAbi) return false
    throw error
  }
}
