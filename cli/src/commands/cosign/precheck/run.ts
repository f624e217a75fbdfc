import { chooseChain } from '../../../chain/chooseChain.js'
import type { Run } from '../../../command/Command.js'
import { describeVeto, exitOfCosign } from '../../../cosign/exitOfCosign.js'
import { openCosigner } from '../../../cosign/openCosigner.js'
import { readAddress } from '../../../input/readAddress.js'
import { readAmount } from '../../../input/readAmount.js'
import { readPayer } from '../../../wallet/readPayer.js'

export const run: Run = async (context, { positionals: [to, much], options }) => {
  const { settings, terminal, signal } = context
  const target = readAddress('target', to)
  const amount = readAmount('amount', much)
  const chainId = chooseChain(settings.chain.value ?? '').id
  const cosigner = await openCosigner(context, { chainId })
  const owner = await readPayer(context, options.from)
  const answer = await terminal.during('asking the co-signer', () =>
    cosigner.precheck({ owner, target, amount }, { signal }),
  )
  const { approved, ...veto } = answer
  return {
    result: { approved, cosigner: cosigner.address, chainId, owner, target, amount, veto: approved ? null : veto },
    text: answer.approved ? 'Yes: the co-signer would sign it.' : describeVeto(answer),
    exit: exitOfCosign(answer),
  }
}
