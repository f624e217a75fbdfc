import { chainIdOf } from '@holdfast/sdk/chain'
import { getBox } from '@holdfast/sdk/shield'
import { findHolder } from '../../../box/findHolder.js'
import { describeChain } from '../../../chain/describeChain.js'
import type { Run } from '../../../command/Command.js'
import { describeVeto, exitOfCosign } from '../../../cosign/exitOfCosign.js'
import { openCosigner } from '../../../cosign/openCosigner.js'
import { findAddress, readAddress } from '../../../input/readAddress.js'
import { readMoment, writeMoment } from '../../../input/readMoment.js'

export const run: Run = async (context, { positionals: [typed], options }) => {
  const account = readAddress('box', typed)
  const typedPayer = findAddress('--payer', options.payer)
  const accept = findAddress('--accept', options.accept)
  const clients = await context.openWallet()
  const { publicClient: client, walletClient } = clients
  const payer = typedPayer ?? walletClient.account.address
  const [chainId, box] = await Promise.all([chainIdOf(client), getBox(client, account)])
  const until = options.until === undefined ? box.expiry : readMoment('--until', options.until, box.now)
  const owner = await findHolder(context, clients, box, 'owner')
  const cosigner = await openCosigner(context, { chainId, owner })
  await context.confirm({
    does: `Let ${box.target} pull while nobody else is there`,
    plan: { unplanned: 'it signs a text for the co-signer and moves no money' },
    facts: [
      ['box', account],
      ['payer', `${payer}: its history decides`],
      ['until', writeMoment(until)],
      ...(accept === undefined ? [] : [['accepts', `that ${box.target} resembles ${accept}`] as const]),
      ['co-signer', cosigner.address],
      ['chain', describeChain(chainId)],
    ],
  })
  const { terminal, signal } = context
  const answer = await terminal.during('binding the payer', () =>
    cosigner.bind({ account, chainId, payer, until, accept }, { signal }),
  )
  const { approved, ...veto } = answer
  const told = { box: account, cosigner: cosigner.address, payer, until: writeMoment(until), chainId }
  return {
    result: { isBound: approved, ...told, veto: approved ? null : veto },
    text: answer.approved ? `Bound until ${writeMoment(until)}.` : describeVeto(answer),
    exit: exitOfCosign(answer),
  }
}
