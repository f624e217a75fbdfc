import { chainIdOf, requireDeployment } from '@holdfast/sdk/chain'
import { planOperation } from '@holdfast/sdk/plan'
import { MODE_PULL, type PrecheckResult, predictEphemeral } from '@holdfast/sdk/shield'
import { parseStealthMetaAddress } from '@holdfast/sdk/stealth'
import { describeMode } from '../../../box/describeBox.js'
import { drawOwner } from '../../../box/drawOwner.js'
import { makeByRelayer, makeByWallet } from '../../../box/makeBox.js'
import { readTerms } from '../../../box/readTerms.js'
import { chooseChain } from '../../../chain/chooseChain.js'
import { describeChain } from '../../../chain/describeChain.js'
import { readNow } from '../../../chain/readNow.js'
import type { Run } from '../../../command/Command.js'
import { describeVeto, exitOfCosign } from '../../../cosign/exitOfCosign.js'
import { cosignerAt, openCosigner } from '../../../cosign/openCosigner.js'
import { findAddress } from '../../../input/readAddress.js'
import { writeAmount } from '../../../input/readAmount.js'
import { readMoment, writeMoment } from '../../../input/readMoment.js'
import { oneLine } from '../../../io/printable.js'
import { describeNetwork } from '../../../plan/describePlan.js'
import { type Decided, passReport } from '../../../risk/passReport.js'
import { payerOptions } from '../../../risk/payerOptions.js'
import { openRelayer } from '../../../service/openRelayer.js'

export const run: Run = async (context, input) => {
  const { options } = input
  const { cosigner: named, ...typed } = readTerms(input)
  const { target, maxAmount, perPullMax, interval, mode } = typed
  const typedPayer = findAddress('--payer', options.payer)
  const accept = findAddress('--accept', options.accept)
  // Points of the curve that name the chain: checked before anybody is asked.
  const somebody =
    typeof options.for === 'string'
      ? parseStealthMetaAddress(options.for, chooseChain(context.settings.chain.value ?? '').id)
      : undefined
  const clients = await context.openWallet()
  const { publicClient: client, walletClient } = clients
  const wallet = walletClient.account.address
  const payer = typedPayer ?? wallet
  const chainId = await chainIdOf(client)
  const { usdc: token, spendPolicyFactory: factory } = requireDeployment(chainId)
  const expiry = readMoment('--expires', options.expires, await readNow(client))
  // One that was named may speak another language: he is not asked.
  const cosigner = named === undefined ? await openCosigner(context, { chainId }) : { address: named }
  const ask = 'precheck' in cosigner ? cosigner : undefined

  const { signal, terminal } = context
  const terms = { token, cosigner: cosigner.address, ...typed, expiry }
  const whose = somebody ?? (options.stealth === true ? 'stealth' : 'wallet')
  const { policy, salt, stealth, owner } = await drawOwner(context, clients, terms, whose)
  const checkOptions = payerOptions(context, input, payer, [{ chainId, client }])
  const plan = await terminal.during('asking the firewall', () =>
    planOperation(clients, 'createEphemeral', { factory, salt, policy, payer }, { checkOptions, signal }),
  )
  const [report] = plan.firewall
  // A box that pays the payer is not judged.
  const { describes, ...decided }: Partial<Decided> =
    report === undefined ? {} : await passReport(context, input, report)
  const answer = await terminal.during('asking the co-signer', async () =>
    ask?.precheck({ owner: payer, target, amount: maxAmount }, { signal }),
  )
  const told = {
    chainId,
    target,
    maxAmount,
    perPullMax,
    interval,
    expiry: writeMoment(expiry),
    mode: mode === MODE_PULL ? 'pull' : 'push',
    cosigner: terms.cosigner,
    payer,
    firewall: report?.level ?? null,
  }
  const isAccepted = accept !== undefined && report?.level === 'warning'
  if (
    answer?.approved === false &&
    decided.acknowledgement === undefined &&
    !(isAccepted && answer.code === 'risk_blocked')
  ) {
    const { approved, ...veto } = answer
    return {
      result: { box: null, owner: null, txHash: null, announceTxHash: null, ...told, isBound: null, veto },
      text: describeVeto(answer),
      exit: exitOfCosign(answer),
    }
  }

  const relayed = options.relayed === true ? await openRelayer(context) : undefined
  const account = await predictEphemeral(client, factory, salt, policy)
  await context.confirm({
    does: `Make a box that pays ${target} up to ${writeAmount(maxAmount)}`,
    plan: relayed === undefined ? plan : { unplanned: 'the service makes it, and the wallet sends nothing' },
    facts: [
      ['box', account],
      ['owner', `${policy.owner}, ${describeOwner(whose)}`],
      ...(somebody === undefined ? [] : [['for', `${options.for}, who alone can sweep it`] as const]),
      ['target', target],
      ['cap', writeAmount(maxAmount)],
      ['spends', describeMode({ ...policy, perPullMax: perPullMax || maxAmount })],
      ['until', writeMoment(expiry)],
      ['co-signer', `${terms.cosigner}, ${describeAnswer(answer)}`],
      ...(payer === wallet ? [] : [['payer', payer] as const]),
      [
        'network',
        relayed === undefined
          ? `${describeNetwork(plan)}${stealth === undefined ? '' : '; the announcement comes on top'}`
          : `paid by the service, from ${relayed.relayer}`,
      ],
      ['chain', describeChain(chainId)],
      ...(describes === undefined ? [] : [['firewall', describes] as const]),
    ],
  })

  const label = typeof options.label === 'string' ? options.label : undefined
  const making = { chainId, account, policy, salt, stealth, label, plan }
  const allowed = { checkOptions, ...decided }
  const { txHash, announceTxHash } = await (relayed === undefined
    ? makeByWallet(context, clients, making, allowed)
    : makeByRelayer(context, relayed.service, making))
  const bound =
    mode === MODE_PULL && ask && owner
      ? await terminal.during('binding the payer', () =>
          cosignerAt(context, ask.address, { chainId, owner }).bind(
            { account, chainId, payer, until: expiry, accept },
            { signal },
          ),
        )
      : undefined
  return {
    result: {
      box: account,
      owner: policy.owner,
      txHash,
      announceTxHash,
      ...told,
      isBound: bound?.approved ?? null,
      veto: bound?.approved === false ? { code: bound.code, reason: bound.reason } : null,
    },
    text: [
      `Box ${account} stands: it pays ${target} up to ${writeAmount(maxAmount)}, until ${writeMoment(expiry)}.`,
      `  transaction  ${txHash}`,
      owner === undefined
        ? '  its owner    finds it with holdfast stealth scan, and funds it'
        : `  fund it      holdfast box fund ${account} <usdc>`,
      ...(bound?.approved === false ? [describeVeto(bound), `  bind again   holdfast cosign bind ${account}`] : []),
    ].join('\n'),
    ...(bound && { exit: exitOfCosign(bound) }),
  }
}

function describeOwner(whose: 'wallet' | 'stealth' | object): string {
  if (whose === 'wallet') return 'this wallet'
  return whose === 'stealth' ? 'a fresh address of this wallet' : 'a fresh address of somebody else'
}

function describeAnswer(answer: PrecheckResult | undefined): string {
  if (answer === undefined) return 'who was not asked'
  return answer.approved ? 'who would sign' : `who refuses: ${oneLine(answer.reason)}`
}
