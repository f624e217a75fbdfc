import type { Address, Hex } from 'viem'
import { addressIn, chainIdOfDomain, isEvmDomain } from './destination.js'
import { carrier, type Entry, harmless, type Known, type Walk } from './Entry.js'

/** Circle's CCTP, versions 1 and 2, and its Gateway. */
export function circleEntries(): Entry[] {
  return [
    carrier(
      'function depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold)',
      ([amount, domain, recipient, token], call, walk) => burn({ amount, domain, recipient, token }, call, walk),
    ),
    carrier(
      'function depositForBurnWithHook(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold, bytes hookData)',
      ([amount, domain, recipient, token], call, walk) => {
        // Who runs the hook may hand the money on.
        walk.note('hook', call)
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
    // Own money, in and out of the own balance.
    harmless('function deposit(address token, uint256 value)'),
    harmless('function initiateWithdrawal(address token, uint256 value)'),
    harmless('function withdraw(address token)'),
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

function burn(
  { amount, domain, recipient, token }: { amount: bigint; domain: number; recipient: Hex; token: Address },
  call: Known,
  walk: Walk,
): undefined {
  if (amount === 0n) return
  const payee = addressIn(recipient)
  const chainId = chainIdOfDomain(domain, walk.facts.chainId)
  if (payee === undefined)
    walk.refuse(
      'unknown_destination',
      'The recipient of a bridge transfer is not an address of an EVM chain.',
      call.path,
    )
  else if (payee === call.payer && isEvmDomain(domain)) return
  else if (chainId === undefined)
    walk.refuse('unknown_destination', `A bridge transfer goes to domain ${domain}, which is unknown here.`, call.path)
  else walk.move(call, { payee, token, amount, carrier: 'cctp', chainId })
}
