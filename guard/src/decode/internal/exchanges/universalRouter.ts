import { type Address, type Hex, maxUint160 } from 'viem'
import { bridge, bridging } from '../bridges/across.js'
import { carrier, type Entry, type Known, type Walk } from '../entry/Entry.js'
import { readAbi } from '../entry/readAbi.js'
import { limitOf } from '../tokens/erc20.js'
import { settle } from './settle.js'
import { endsOf, endsOfPacked, payOut } from './swaps.js'

/**
 * Uniswap's Universal Router: a byte for each command, and its inputs. Reported is what goes to another account than the
 * caller; what is swapped within the router is not. A command that is not known leaves the call unread.
 */
export function routerEntries(): Entry[] {
  return [
    carrier('function execute(bytes commands, bytes[] inputs, uint256 deadline) payable', run),
    carrier('function execute(bytes commands, bytes[] inputs) payable', run),
  ]
}

function run([commands, inputs]: readonly [Hex, readonly Hex[], ...unknown[]], call: Known, walk: Walk): undefined {
  if (!walk.count(call.path)) return
  known ??= commandTable()
  for (const [index, input] of inputs.entries()) {
    const byte = Number.parseInt(commands.slice(2 + index * 2, 4 + index * 2), 16)
    const command = known.get(byte & 0x3f)
    if ((byte & 0x7f) === bridging) bridge(input, command, call, walk)
    else if (command) execute(command, input, call, walk)
    else walk.leaveUnread({ ...call, data: input })
  }
}

function execute(command: Entry, input: Hex, call: Known, walk: Walk): void {
  // What the inputs are follows from the command's own parameters.
  command.read?.(readAbi(command.inputs, input) as readonly never[], call, walk)
}

const allowance = '(address token, uint160 amount, uint48 expiration, uint48 nonce)' as const
const swap = 'address recipient, uint256 amount, uint256 limit' as const

let known: ReadonlyMap<number, Entry> | undefined

/** By the number that a command has. */
const commandTable = (): ReadonlyMap<number, Entry> =>
  new Map([
    // The path of an exact output begins with what comes out.
    [
      0x00,
      carrier(`function command(${swap}, bytes path, bool payerIsUser)`, ([to, , , path], call, walk) =>
        payOut(call, walk, endsOfPacked(path)[1], to),
      ),
    ],
    [
      0x01,
      carrier(`function command(${swap}, bytes path, bool payerIsUser)`, ([to, , , path], call, walk) =>
        payOut(call, walk, endsOfPacked(path)[0], to),
      ),
    ],
    [
      0x02,
      carrier('function command(address token, address recipient, uint160 amount)', ([token, to, amount], call, walk) =>
        payOut(call, walk, token, to, amount),
      ),
    ],
    [
      0x03,
      carrier(
        `function command((${allowance}[] details, address spender, uint256 sigDeadline) permit, bytes signature)`,
        ([permit], call, walk) => allow(call, walk, permit.details, permit.spender),
      ),
    ],
    [
      0x04,
      carrier('function command(address token, address recipient, uint256 least)', ([token, to], call, walk) =>
        payOut(call, walk, token, to),
      ),
    ],
    [
      0x05,
      carrier('function command(address token, address recipient, uint256 amount)', ([token, to, amount], call, walk) =>
        payOut(call, walk, token, to, amount),
      ),
    ],
    [
      0x06,
      carrier('function command(address token, address recipient, uint256 share)', ([token, to], call, walk) =>
        payOut(call, walk, token, to),
      ),
    ],
    [
      0x07,
      carrier('function command(address token, address recipient, uint256 share)', ([token, to], call, walk) =>
        payOut(call, walk, token, to),
      ),
    ],
    [
      0x08,
      carrier(`function command(${swap}, address[] path, bool payerIsUser)`, ([to, , , path], call, walk) =>
        payOut(call, walk, endsOf(path)[1], to),
      ),
    ],
    [
      0x09,
      carrier(`function command(${swap}, address[] path, bool payerIsUser)`, ([to, , , path], call, walk) =>
        payOut(call, walk, endsOf(path)[1], to),
      ),
    ],
    [
      0x0a,
      carrier(
        `function command((${allowance} details, address spender, uint256 sigDeadline) permit, bytes signature)`,
        ([permit], call, walk) => allow(call, walk, [permit.details], permit.spender),
      ),
    ],
    [
      0x0b,
      carrier('function command(address recipient, uint256 amount)', ([to], call, walk) =>
        payOut(call, walk, undefined, to),
      ),
    ],
    [
      0x0c,
      carrier('function command(address recipient, uint256 least)', ([to], call, walk) =>
        payOut(call, walk, undefined, to),
      ),
    ],
    [
      0x0d,
      carrier(
        `function command((address from, address to, uint160 amount, address token)[] all)`,
        ([all], call, walk) => {
          for (const { from, to, amount, token } of all)
            walk.move(call, { payer: from, payee: to, token, amount, carrier: 'router' })
          return undefined
        },
      ),
    ],
    [0x0e, carrier('function command(address owner, address token, uint256 least)', () => undefined)],
    [
      0x10,
      carrier(`function command(bytes actions, bytes[] inputs)`, ([actions, inputs], call, walk) =>
        settle(actions, inputs, call, walk),
      ),
    ],
    [0x21, carrier(`function command(bytes commands, bytes[] inputs)`, run)],
  ])

type Details = { readonly token: Address; readonly amount: bigint }

function allow(call: Known, walk: Walk, details: readonly Details[], payee: Address): undefined {
  for (const { token, amount } of details)
    walk.move(call, { payee, token, amount: limitOf(amount, maxUint160), carrier: 'permit2_allowance' })
}
