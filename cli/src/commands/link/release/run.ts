import { chainIdOf, type ReadClient, requireDeployment } from '@holdfast/sdk/chain'
import { TransferUnavailableError } from '@holdfast/sdk/errors'
import { ReleaseRequestIndex, release, releaseWithSignature, signRelease } from '@holdfast/sdk/transfer'
import { addressWords } from '@holdfast/sdk/words'
import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { describeChain, describeNetworkFee } from '../../../chain/describeChain.js'
import { follow } from '../../../chain/follow.js'
import type { Run } from '../../../command/Command.js'
import type { Context } from '../../../command/Context.js'
import { CommandFailure } from '../../../failure/CommandFailure.js'
import { findAddress } from '../../../input/readAddress.js'
import { writeAmount } from '../../../input/readAmount.js'
import { readTransferId } from '../../../input/readTransferId.js'
import { writeNewFile } from '../../../input/writeNewFile.js'
import { toJson } from '../../../io/toJson.js'
import { readSignedRelease } from '../../../links/readSignedRelease.js'
import { passFirewall } from '../../../risk/passFirewall.js'
import { requireTransfer } from '../../../transfer/requireTransfer.js'

export const run: Run = async (context, input) => {
  const {
    positionals: [typed],
    options,
  } = input
  if (typeof options.signed === 'string') return submit(context, options.signed)
  const transferId = readTransferId(typed)
  const clients = await context.openWallet()
  const { publicClient: client, walletClient } = clients
  const sender = walletClient.account.address
  const chainId = await chainIdOf(client)
  const transfer = await requireTransfer(client, transferId)
  if (transfer.status !== 'PENDING') throw new TransferUnavailableError(transferId, 'not_pending')
  if (transfer.to !== zeroAddress) throw new TransferUnavailableError(transferId, 'not_open')
  if (!isAddressEqual(transfer.sender, sender)) throw new TransferUnavailableError(transferId, 'not_sender')
  const recipient = findAddress('--to', options.to) ?? (await findAsking(context, client, transferId))
  const { amount } = transfer
  const words = addressWords(recipient)
  const passed = await passFirewall(context, input, {
    payer: sender,
    payee: recipient,
    amount,
    chains: [{ chainId, client }],
  })
  const isSigned = typeof options.sign === 'string'
  await context.confirm({
    does: `${isSigned ? 'Sign the release of' : 'Release'} transfer ${transferId} to ${recipient}`,
    facts: [
      ['from', `${requireDeployment(chainId).transferContract}, where it is locked`],
      ['to', recipient],
      ['words', words.join(' ')],
      ['amount', writeAmount(amount)],
      ...(isSigned ? [] : [['network', `${await describeNetworkFee(client, chainId)}, from ${sender}`] as const]),
      ['chain', describeChain(chainId)],
      ['firewall', passed.describes],
    ],
  })
  const guarded = { ...passed.guard, onWarning: passed.onWarning }
  const result = { transferId, recipient, words, amount, chainId, firewall: passed.report.level }
  if (typeof options.sign === 'string') {
    const signed = await signRelease(clients, transferId, recipient, { ...guarded, signal: context.signal })
    writeNewFile(options.sign, context.pathOf, toJson({ type: 'holdfast:release', v: 1, chainId, ...signed }))
    return {
      result: { ...result, txHash: null, signedTo: options.sign },
      text: `The release is in ${options.sign}, for 10 minutes. Submit it: holdfast link release --signed ${options.sign}`,
    }
  }
  const txHash = await follow(
    context,
    {
      command: 'link release',
      chainId,
      facts: { transferId: `${transferId}` },
      doing: `releasing transfer ${transferId}`,
    },
    (followed) => release(clients, transferId, recipient, { ...guarded, ...followed }),
  )
  return {
    result: { ...result, txHash, signedTo: null },
    text: `Transfer ${transferId} is released: ${writeAmount(amount)} for ${recipient}.\n  transaction  ${txHash}`,
  }
}

async function submit(context: Context, file: string): ReturnType<Run> {
  const { chainId: expected, ...signed } = readSignedRelease(file, context.pathOf)
  const { transferId, recipient } = signed
  const clients = await context.openWallet(await context.openChain(expected))
  const { publicClient: client, walletClient } = clients
  const { amount } = await requireTransfer(client, transferId)
  const words = addressWords(recipient)
  await context.confirm({
    does: `Submit the signed release of transfer ${transferId} to ${recipient}`,
    facts: [
      ['to', recipient],
      ['words', words.join(' ')],
      ['amount', writeAmount(amount)],
      ['network', `${await describeNetworkFee(client, expected)}, from ${walletClient.account.address}`],
      ['chain', describeChain(expected)],
    ],
  })
  const txHash = await follow(
    context,
    {
      command: 'link release',
      chainId: expected,
      facts: { transferId: `${transferId}` },
      doing: `releasing transfer ${transferId}`,
    },
    (followed) => releaseWithSignature(clients, signed, followed),
  )
  return {
    result: { transferId, recipient, words, amount, txHash, signedTo: null, chainId: expected, firewall: null },
    text: `Transfer ${transferId} is released: ${writeAmount(amount)} for ${recipient}.\n  transaction  ${txHash}`,
  }
}

/** The one address that asks. */
async function findAsking(context: Context, client: ReadClient, transferId: bigint): Promise<Address> {
  const index = new ReleaseRequestIndex({ client })
  await context.terminal.during('reading who asks', () => index.sync({ signal: context.signal }))
  const asked = index.requestsOf(transferId).map(({ recipient }) => recipient)
  const [first] = asked
  if (first !== undefined && asked.length === 1) return first
  throw new CommandFailure(
    'refused',
    'release_ambiguous',
    first === undefined
      ? `No address asks for the release of transfer ${transferId}.`
      : `${asked.length} addresses ask for the release of transfer ${transferId}.`,
    [
      ...asked.map((address) => `${address}  ${addressWords(address).join(' ')}`),
      'Name the address that its owner has confirmed to you: --to <address>',
    ],
  )
}
