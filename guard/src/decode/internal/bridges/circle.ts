import { type Address, type Hex, pad, size } from 'viem'
import { carrier, type Entry, harmless, type Known, type Walk } from '../entry/Entry.js'
import { MalformedAbi } from '../entry/readAbi.js'
import { visitAll } from '../entry/visitAll.js'
import { arrive, payNamed } from './arrive.js'
import { addressIn, domainAt } from './destination.js'

/** Circle's CCTP, versions 1 and 2, the contracts of its kits that burn through it, and its Gateway. */
export function circleEntries(): Entry[] {
  return [
    ...kitEntries(),
    carrier(
      'function depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold)',
      ([amount, domain, recipient, token], call, walk) => burn({ amount, domain, recipient, token }, call, walk),
    ),
    carrier(
      'function depositForBurnWithHook(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold, bytes hookData)',
      ([amount, domain, recipient, token, , , , hookData], call, walk) => {
        hook(hookData, token, call, walk)
        return burn({ amount, domain, recipient, token }, call, walk)
      },
    ),
    carrier(
      'function depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken)',
      ([amount, domain, recipient, token], call, walk) => burn({ amount, domain, recipient, token }, call, walk),
    ),
    carrier(
      'function depositForBurnWithCaller(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller)',
      ([amount, domain, recipient, token], call, walk) => burn({ amount, domain, recipient, token }, call, walk),
    ),
    // Version 1: a burn that was not minted yet gets another recipient.
    carrier(
      'function replaceDepositForBurn(bytes originalMessage, bytes originalAttestation, bytes32 newDestinationCaller, bytes32 newMintRecipient)',
      ([message, , , recipient], call, walk) => burn({ ...readBurn(message), recipient }, call, walk),
    ),
    ...ownBalanceEntries(),
    harmless('function removeDelegate(address token, address delegate)'),
    harmless('function receiveMessage(bytes message, bytes attestation)'),
    harmless('function gatewayMint(bytes attestationPayload, bytes signature)'),
    carrier(
      'function depositFor(address token, address depositor, uint256 value)',
      ([token, payee, amount], call, walk) => walk.move(call, { payee, token, amount, carrier: 'gateway' }),
    ),
    carrier('function addDelegate(address token, address delegate)', ([token, payee], call, walk) =>
      walk.move(call, { payee, token, amount: undefined, carrier: 'delegation' }),
    ),
  ]
}

/** Moves the caller's own money into and out of its own balance at the Hub. In other contracts, functions of these names may pay others. */
function ownBalanceEntries(): Entry[] {
  const signed = ['bytes signature', 'uint8 v, bytes32 r, bytes32 s']
  const authorization = 'uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce'
  return [
    'deposit(address token, uint256 value)',
    ...signed.map((by) => `depositWithPermit(address token, address owner, uint256 value, uint256 deadline, ${by})`),
    ...signed.map((by) => `depositWithAuthorization(address token, address from, ${authorization}, ${by})`),
    'initiateWithdrawal(address token, uint256 value)',
    'withdraw(address token)',
  ].map((signature) => ({ ...harmless(`function ${signature}`), isOurs: true }))
}

/** What Circle's kits call instead of CCTP: a bridge that takes a fee, CCTP with fees that are quoted, other tokens, and a contract that executes. */
function kitEntries(): Entry[] {
  return [
    ...(['', `, ${permit} permit`] as const).flatMap((signed) => [
      carrier(
        signed
          ? `function bridgeWithPermit(${bridged} params${signed})`
          : `function bridgeWithPreapproval(${bridged} params)`,
        ([params], call, walk) => bridge(params, call, walk, { isPermitted: signed !== '' }),
      ),
      carrier(
        signed
          ? `function bridgeWithPermitAndHook(${bridged} params${signed}, bytes hookData)`
          : `function bridgeWithPreapprovalAndHook(${bridged} params, bytes hookData)`,
        ([params, ...rest], call, walk) =>
          // The hook's data comes last, behind the permit if there is one.
          bridge(params, call, walk, { isPermitted: signed !== '', hookData: rest.at(-1) as Hex }),
      ),
    ]),
    carrier(
      `function depositForBurnWithFees(${burned}, ${claim} claim) payable`,
      ([amount, domain, recipient, token, , { refundAddress }], call, walk) => {
        refund(refundAddress, call, walk)
        return burn({ amount, domain, recipient, token }, call, walk)
      },
    ),
    carrier(
      `function depositForBurnWithHookAndFees(${burned}, bytes hookData, ${claim} claim) payable`,
      ([amount, domain, recipient, token, , hookData, { refundAddress }], call, walk) => {
        hook(hookData, token, call, walk)
        refund(refundAddress, call, walk)
        return burn({ amount, domain, recipient, token }, call, walk)
      },
    ),
    carrier(
      `function crossChainTransfer(bytes32 tokenId, uint256 amount, uint32 destinationDomain, bytes destinationAddress, bytes32 destinationCaller, uint32 minFinalityThreshold, ${claim} claim, bool autoExecuteHookData, bytes hookData) payable`,
      ([, amount, domain, address, , , { refundAddress }, , hookData], call, walk) => {
        if (hookData !== '0x') hook(hookData, call.to, call, walk)
        refund(refundAddress, call, walk)
        // The token is named by a number only, so the address of the contract is reported in its place.
        const recipient = size(address) === 20 ? pad(address) : address
        return burn({ amount, domain, recipient, token: call.to }, call, walk)
      },
    ),
    carrier(
      'function execute(((address target, bytes data, uint256 value, address tokenIn, uint256 amountToApprove, address tokenOut, uint256 minTokenOut)[] instructions, (address token, address beneficiary)[] tokens, uint256 execId, uint256 deadline, bytes metadata) params, (uint8 permitType, address token, uint256 amount, bytes permitCalldata)[] tokenInputs, bytes signature) payable',
      ([params], call, walk) => {
        // The parser loses its types at this depth.
        const { instructions, tokens } = params as Executed
        const calls = instructions.map(({ target, value, data }) => ({ to: target, value, data }))
        visitAll(call, walk, calls)
        // What is left of each token afterwards goes to its beneficiary.
        for (const { token, beneficiary } of tokens)
          walk.move(call, {
            payee: beneficiary,
            token: BigInt(token) === 0n ? 'native' : token,
            amount: undefined,
            carrier: 'router',
          })
        return undefined
      },
    ),
  ]
}

const bridged =
  '(uint256 amount, uint256 maxFee, uint256 fee, bytes32 mintRecipient, bytes32 destinationCaller, address burnToken, address feeRecipient, uint32 destinationDomain, uint32 minFinalityThreshold)' as const
const permit = '(uint256 deadline, uint8 v, bytes32 r, bytes32 s)' as const
const burned =
  'uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller' as const
const claim = '(bytes signedQuote, address refundAddress)' as const

type Bridged = {
  readonly amount: bigint
  readonly fee: bigint
  readonly mintRecipient: Hex
  readonly burnToken: Address
  readonly feeRecipient: Address
  readonly destinationDomain: number
}

type Executed = {
  readonly instructions: readonly { readonly target: Address; readonly data: Hex; readonly value: bigint }[]
  readonly tokens: readonly { readonly token: Address; readonly beneficiary: Address }[]
}

function bridge(
  { amount, fee, mintRecipient, burnToken: token, feeRecipient, destinationDomain }: Bridged,
  call: Known,
  walk: Walk,
  { isPermitted, hookData }: { isPermitted: boolean; hookData?: Hex },
): undefined {
  if (isPermitted) walk.move(call, { payee: call.to, token, amount: amount + fee, carrier: 'permit' })
  if (hookData !== undefined) hook(hookData, token, call, walk)
  if (feeRecipient !== call.to) walk.move(call, { payee: feeRecipient, token, amount: fee, carrier: 'refund' })
  return burn({ amount, domain: destinationDomain, recipient: mintRecipient, token }, call, walk)
}

/** The contract that runs a hook may forward the money to an account that its data names. */
function hook(data: Hex, token: Address, call: Known, walk: Walk): undefined {
  walk.note('hook', call)
  payNamed(call, walk, data, { token, amount: undefined })
}

/** The account that gets what is left of a fee. It is paid in the chain's coin or in a token that the signed quote names. */
function refund(payee: Address, call: Known, walk: Walk): undefined {
  if (BigInt(payee) !== 0n) walk.move(call, { payee, token: 'native', amount: undefined, carrier: 'refund' })
}

function burn(
  { amount, domain, recipient, token }: { amount: bigint; domain: number; recipient: Hex; token: Address },
  call: Known,
  walk: Walk,
): undefined {
  const at = domainAt(domain, walk.facts.chainId)
  return arrive(call, walk, { payee: addressIn(recipient), at, token, amount, carrier: 'cctp' })
}

/** A message of version 1, packed: the domain it goes to at byte 8, and from byte 116 the burn: version (4 bytes), token, recipient, amount. */
function readBurn(message: Hex): { domain: number; token: Address; amount: bigint } {
  const slice = (from: number, to: number): Hex => {
    if (message.length < 2 + to * 2) throw new MalformedAbi()
    return `0x${message.slice(2 + from * 2, 2 + to * 2)}`
  }
  return { domain: Number(slice(8, 12)), token: slice(132, 152), amount: BigInt(slice(184, 216)) }
}
