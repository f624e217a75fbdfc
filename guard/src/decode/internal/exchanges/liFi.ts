import type { Address, Hex } from 'viem'
import { arrive } from '../bridges/arrive.js'
import { chainAt } from '../bridges/destination.js'
import { carriers, type Entry, type Known, type Walk } from '../entry/Entry.js'
import { payOut } from './swaps.js'

/** LI.FI's swaps on one chain, and its bridge calls in layouts of their own. */
export function liFiEntries(): Entry[] {
  const swap =
    '(address callTo, address approveTo, address token, address tokenOut, uint256 amount, bytes callData, bool requiresDeposit)' as const
  const head = 'bytes32 transactionId, string integrator, string referrer, address receiver, uint256 least' as const
  const ways = ['ERC20ToERC20', 'ERC20ToNative', 'NativeToERC20']
  return [
    ...carriers(
      ways.map((way) => `swapTokensSingleV3${way}`),
      `(${head}, ${swap} swap) payable`,
      ([, , , to, , { tokenOut }], call, walk) => payAfter(call, walk, tokenOut, to),
    ),
    ...carriers(
      ['swapTokensGeneric', ...ways.map((way) => `swapTokensMultipleV3${way}`)],
      `(${head}, ${swap}[] swaps) payable`,
      ([, , , to, , swaps], call, walk) => payAfter(call, walk, swaps.at(-1)?.tokenOut, to),
    ),
    ...carriers(
      packedBridges.flatMap((bridge) =>
        ['ERC20', 'Native'].map((kind) => `startBridgeTokensVia${bridge}${kind}Packed`),
      ),
      '() payable',
      (_, call, walk) =>
        walk.refuse(
          'unknown_destination',
          'The recipient of a bridge transfer is packed, and not read here.',
          call.path,
        ),
    ),
  ]
}

/** Of LI.FI's calls these alone do not begin with the struct. */
const packedBridges = ['Across', 'AcrossV3', 'AcrossV4', 'CBridge', 'HopL1', 'HopL2']

/** What is called in between is not read. */
function payAfter(call: Known, walk: Walk, token: Address | undefined, payee: Address): undefined {
  payOut(call, walk, token, payee)
  walk.leaveUnread(call)
}

/**
 * Pays the receiver of a bridge call of LI.FI. It has functions for each bridge, and all begin with one struct, by which such a call is
 * recognised: the names of the functions, of which there are more with each bridge, are not needed. What follows the struct is not read.
 */
export function readLiFi(call: Known, walk: Walk): undefined {
  const word = (at: number) => BigInt(`0x${call.data.slice(10 + at * 2, 74 + at * 2).padEnd(64, '0')}`)
  const start = word(0)
  const bytes = BigInt((call.data.length - 10) / 2)
  if (start + 320n > bytes) return
  const [, bridge = 0n, integrator = 0n, referrer = 0n, token = 0n, receiver = 0n, least, chain = 0n, ...flags] =
    Array.from({ length: 10 }, (_, index) => word(Number(start) + index * 32))
  const areTexts = bridge < bytes && integrator < bytes
  const areAddresses = [referrer, token, receiver].every((one) => one === 0n || isLarge(one)) && receiver !== 0n
  if (!areTexts || !areAddresses || flags.some((flag) => flag > 1n)) return
  const [hasSwaps] = flags
  arrive({ ...call, path: [...call.path, 'startBridgeTokens'] }, walk, {
    payee: addressOf(receiver),
    at: chainAt(chain),
    token: token === 0n ? 'native' : addressOf(token),
    // A swap before may bring more.
    amount: hasSwaps === 0n ? least : undefined,
    carrier: 'router',
  })
}

/** An address, and no small number. */
function isLarge(number: bigint): boolean {
  return number >= 2n ** 96n && number < 2n ** 160n
}

function addressOf(number: bigint): Hex {
  return `0x${number.toString(16).padStart(40, '0')}`
}
