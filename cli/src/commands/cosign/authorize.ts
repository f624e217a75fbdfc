import { deploymentOf } from '@holdfast/sdk/chain'
import { getBox, MODE_PULL } from '@holdfast/sdk/shield'
import { defineCommand } from '../../command/Command.js'
import { findAddress, readAddress } from '../../input/readAddress.js'
import { readAmount } from '../../input/readAmount.js'
import { findWallet } from '../../wallet/findWallet.js'
import { isHolder } from '../stealth/findHolder.js'
import { acceptOption, askForSpend, describeVeto, exitOfCosign } from './askCosigner.js'

export const command = defineCommand({
  summary: "ask the service's co-signer for its signature over one spend of a box",
  details:
    'The mode of the box is read from the chain. For a push box its owner signs the request. For a pull box no wallet is needed if its owner has bound a payer. The signature is valid for this spend alone, and nothing moves before it is submitted. Exit codes as of `cosign precheck`.',
  wallet: 'proves',
  positionals: [
    { name: 'box', describes: 'address of the box' },
    { name: 'amount', describes: 'in USDC' },
  ],
  options: [
    { flags: '--payer <address>', describes: "account whose history the firewall reads; by default the owner's" },
    acceptOption,
  ],
  examples: [
    ['cosign authorize 0x8617E340B3D01FA5F11F306F4090FD50E238070D 5 --account 0', 'for the submitting account'],
  ],
  result: {
    approved: 'whether it signed',
    cosigner: 'its address',
    box: 'address',
    target: 'address that the box pays',
    amount: 'base units',
    action: '`pay` or `pull`',
    nonce: 'of the spend: the signature is valid for no other',
    signature: 'null where it did not',
    veto: 'null where it did; else `code`, `reason` and `riskReasons`',
  },
  async run(context, { positionals: [account, much], options }) {
    const named = readAddress('box', account)
    const amount = readAmount('amount', much)
    const payer = findAddress('--payer', options.payer)
    const accept = findAddress('--accept', options.accept)
    const client = await context.openChain()
    const { id: chainId } = await deploymentOf(client)
    const box = await getBox(client, named)
    const isPull = box.mode === MODE_PULL
    const wallet = isPull ? await findWallet(context) : await context.openWallet()
    // A merchant pulls without proof: only the owner can prove anything.
    const owner = isPull && wallet && !isHolder(wallet, box.ownerHash) ? undefined : wallet
    const { cosigner, answer } = await askForSpend(context, { box, chainId, amount, owner, payer, accept })
    const { target, nonce } = box
    const spend = { box: named, target, amount, action: isPull ? 'pull' : 'pay', nonce }
    if (answer.approved)
      return {
        result: { approved: true, cosigner, ...spend, signature: answer.signature, veto: null },
        text: answer.signature,
      }
    const { approved, ...veto } = answer
    return {
      result: { approved, cosigner, ...spend, signature: null, veto },
      text: describeVeto(answer),
      exit: exitOfCosign(answer),
    }
  },
})
