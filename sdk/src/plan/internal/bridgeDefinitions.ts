import { type Address, type Hex, sliceHex } from 'viem'
import { bridgeFromWallet } from '../../bridge/bridgeFromWallet.js'
import { decodeBridgeMessage } from '../../bridge/decodeBridgeMessage.js'
import { mintBridged } from '../../bridge/mintBridged.js'
import { resumeBridge } from '../../bridge/resumeBridge.js'
import { parseAddress } from '../../chain/address.js'
import { type BridgeChainName, bridgeChainFacts } from '../../chain/bridgeChains.js'
import { InvalidInputError } from '../../errors/input.js'
import type { PlanOperation } from '../operations.js'
import type { PlanStep, PlanValue } from '../types.js'
import type { BridgeContext, BridgeDefinition, Definition, Facts } from './Definition.js'
import { receivedEffect, walletEffects } from './effects.js'

const bridging: BridgeDefinition<'bridgeFromWallet'> = {
  last: ['depositForBurnWithHook'],
  sealed: [],
  blank: undefined,
  chainOf: ({ from }) => from,
  within: (params, { fee }) => ({
    ...params,
    quote: { amount: params.amount, maxFee: fee, total: params.amount + fee },
  }),
  run: (clients, params, { issuer, onStep, onTransactionHash, ...options }) =>
    bridgeFromWallet(clients, { ...params, ...options, ...issuer, onStep: issuer?.onBridgeStep }),
  describe: (context, { to, recipient = context.account }) => describeBurn(context, to, recipient),
}

const resuming: BridgeDefinition<'resumeBridge'> = {
  last: ['depositForBurnWithHook'],
  sealed: [],
  blank: undefined,
  // A plan from elsewhere may lack it.
  chainOf: ({ progress }) => Object(progress).from,
  within: ({ progress }, { fee }) => ({ progress: { ...progress, maxFee: `${fee}` } }),
  run(clients, { progress }, { issuer, onStep, onTransactionHash, ...options }) {
    if (progress.burnTxHash !== undefined || progress.burnAfterBlock !== undefined)
      throw new InvalidInputError(
        'progress',
        'The burn was asked for: there is nothing left to sign, and nothing to plan.',
        ['Go on with `resumeBridge`.'],
      )
    return resumeBridge(clients, progress, { ...options, ...issuer, onStep: issuer?.onBridgeStep })
  },
  describe: (context, { progress: { to, recipient } }) => describeBurn(context, to, recipient),
}

const minting: BridgeDefinition<'mintBridged'> = {
  last: ['receiveMessage'],
  sealed: [],
  blank: undefined,
  chainOf: ({ to }) => to,
  run: (clients, { to, ...burn }, { issuer, ...options }) =>
    mintBridged(clients, { ...burn, ...options, ...issuer, onStep: options.onStep }),
  async describe(context) {
    const { message } = argumentsOf(await context.steps, 'receiveMessage') ?? {}
    // It was minted before.
    if (message === undefined)
      return { payer: context.account, recipient: null, amount: 0n, fee: 0n, terms: null, effects: [] }
    // The ABI has it as bytes.
    const { amount, feeExecuted, mintRecipient, messageSender } = decodeBridgeMessage(message as Hex)
    const [payer, recipient] = [messageSender, mintRecipient].map((word) => parseAddress('message', sliceHex(word, 12)))
    if (payer === undefined || recipient === undefined) throw new InvalidInputError('message', 'It names no account.')
    const received = amount - feeExecuted
    const effects = await walletEffects(context, [[recipient, received]])
    return { payer, recipient, amount: received, fee: feeExecuted, terms: null, effects }
  },
}

/** Operations on the Bridge. */
export const bridgeDefinitions = {
  bridgeFromWallet: bridging,
  resumeBridge: resuming,
  mintBridged: minting,
} satisfies { [operation in PlanOperation]?: Definition<operation> }

/** What a burn takes and what arrives, by the one quote that its steps were made of. */
async function describeBurn(context: BridgeContext, to: BridgeChainName, given: Address): Promise<Facts> {
  const burn = argumentsOf(await context.steps, 'depositForBurnWithHook')
  if (burn === undefined) throw new InvalidInputError('plan', 'No burn would be signed.')
  // A mapped pair is a pair.
  const [total, fee] = [burn.amount, burn.maxFee].map((digits) => BigInt(String(digits))) as [bigint, bigint]
  const recipient = parseAddress('recipient', given)
  const amount = total - fee
  const effects = await walletEffects(context, [[context.account, -total]])
  const arrival = receivedEffect(recipient, bridgeChainFacts(to).chainId, amount)
  return {
    payer: context.account,
    recipient,
    amount,
    fee,
    terms: null,
    effects: [...effects, arrival],
    isElsewhere: true,
  }
}

/** Arguments of the first call of this function among these steps. */
function argumentsOf(
  steps: readonly PlanStep[],
  functionName: string,
): Readonly<Record<string, PlanValue>> | undefined {
  return steps
    .flatMap((step) => (step.kind === 'transaction' ? step.calls : []))
    .find((call) => call.functionName === functionName)?.args
}
