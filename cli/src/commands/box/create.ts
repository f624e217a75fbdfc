import { chainIdOf, requireDeployment } from '@holdfast/sdk/chain'
import { planOperation } from '@holdfast/sdk/plan'
import { MODE_PULL, type PrecheckResult, predictEphemeral } from '@holdfast/sdk/shield'
import { parseStealthMetaAddress } from '@holdfast/sdk/stealth'
import { chooseChain } from '../../chain/chooseChain.js'
import { describeChain } from '../../chain/describeChain.js'
import { readNow } from '../../chain/readNow.js'
import { defineCommand } from '../../command/Command.js'
import { findAddress } from '../../input/readAddress.js'
import { writeAmount } from '../../input/readAmount.js'
import { readMoment, writeMoment } from '../../input/readTime.js'
import { oneLine } from '../../io/writeText.js'
import { describeNetwork } from '../../plan/describePlan.js'
import { type Decided, firewallOptions, passReport } from '../../risk/passReport.js'
import { payerOptions } from '../../risk/payerOptions.js'
import { acceptOption, cosignerAt, describeVeto, exitOfCosign, openCosigner } from '../cosign/askCosigner.js'
import { openRelayer } from '../service/relay.js'
import { describeMode } from './describeBox.js'
import { makeByRelayer, makeByWallet } from './makeBox.js'
import { drawOwner, readTerms } from './newPolicy.js'

export const command = defineCommand({
  summary:
    'create a box: a spending account that pays one fixed recipient up to a limit, each payment signed by a co-signer',
  details:
    'The terms of a box cannot change, and its address commits to them. By default the wallet is its owner and its vault. With --stealth both are a fresh address whose key only this wallet can compute, announced so that it can be found again. With --for they are a fresh address of another person, who alone can fund the box with this program, pay from it and sweep it.\nThe wallet is the public sender of creation and announcement. With --relayed it is the relayer of the service, which also pays the gas.\nThe co-signer of the service is asked beforehand whether it would sign. If the co-signer refuses, no box is created. For a box of mode pull, the co-signer is bound to the history of the payer, so that the target can pull while the owner is away.',
  wallet: 'signs',
  positionals: [{ name: 'target', describes: 'the only address it will ever pay' }],
  options: [
    { flags: '--cap <usdc>', describes: 'most that it pays in all' },
    { flags: '--expires <when>', describes: 'when it stops paying: 12h, 30d, or 2027-01-31T12:00:00Z' },
    {
      flags: '--mode <mode>',
      describes: '`push`: its owner pays from it; `pull`: its target takes from it',
      default: 'push',
    },
    { flags: '--every <span>', describes: 'time between two pulls, for `pull`: 1h, 30d' },
    { flags: '--per-pull <usdc>', describes: 'most that one pull takes; by default the cap' },
    { flags: '--cosigner <address>', describes: 'who signs every spend, instead of the co-signer of the service' },
    { flags: '--payer <address>', describes: "account whose history the firewall reads; by default the wallet's" },
    { flags: '--stealth', describes: 'a fresh stealth address as its owner, announced' },
    {
      flags: '--for <meta-address>',
      describes: 'a fresh stealth address of another person as its owner, announced: `st:arc-testnet:0x…`',
    },
    { flags: '--relayed', describes: 'have the relayer of the service create it, and announce it' },
    { flags: '--label <text>', describes: 'name in the announcement, for --stealth and --for: public' },
    acceptOption,
    ...firewallOptions,
  ],
  examples: [
    [
      'box create 0x8617E340B3D01FA5F11F306F4090FD50E238070D --cap 25 --expires 7d',
      'a box of the wallet, with the co-signer of the service',
    ],
    [
      'box create 0x8617E340B3D01FA5F11F306F4090FD50E238070D --cap 36 --expires 365d --mode pull --every 30d --per-pull 3',
      'a subscription, 3 USDC a month',
    ],
    [
      'box create 0x8617E340B3D01FA5F11F306F4090FD50E238070D --cap 25 --expires 7d --for st:arc-testnet:0x0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798 --label gift',
      'a box of another person, who finds it with `stealth scan`',
    ],
    [
      'box create 0x8617E340B3D01FA5F11F306F4090FD50E238070D --cap 25 --expires 7d --stealth --account 0 --yes --json',
      'for a script: `.result.box`',
    ],
  ],
  result: {
    box: 'its address; null where the co-signer refused beforehand, like both hashes',
    txHash: 'of the transaction that created it; null where it existed before',
    announceTxHash: 'of the announcement; null without --stealth',
    chainId: 'number',
    owner: 'address, and its vault',
    target: 'address',
    maxAmount: 'base units',
    perPullMax: 'base units; 0: no cap but `maxAmount`',
    interval: 'seconds; 0 for `push`',
    expiry: 'ISO 8601',
    mode: '`push` or `pull`',
    cosigner: 'address',
    payer: 'account whose history the firewall reads',
    firewall: '`safe`, `warning` or `block` (which was acknowledged); null where the box pays its payer',
    isBound:
      'for `pull`: whether the co-signer is bound to that history; null for `push`, and with --cosigner or --for',
    veto: 'null where the co-signer agreed; else `code`, `reason` and `riskReasons`',
  },
  async run(context, input) {
    const { options } = input
    const { cosigner: named, ...typed } = readTerms(input)
    const { target, maxAmount, perPullMax, interval, mode } = typed
    const typedPayer = findAddress('--payer', options.payer)
    const accept = findAddress('--accept', options.accept)
    // Points of the curve that name the chain: checked before any request.
    const recipient =
      options.for !== undefined
        ? parseStealthMetaAddress(options.for, chooseChain(context.settings.chain.value ?? '').id)
        : undefined
    const clients = await context.openWallet()
    const { publicClient: client, walletClient } = clients
    const wallet = walletClient.account.address
    const payer = typedPayer ?? wallet
    const chainId = await chainIdOf(client)
    const { usdc: token, spendPolicyFactory: factory } = requireDeployment(chainId)
    const expiry = readMoment('--expires', options.expires, await readNow(client))
    // A named one may use another protocol: it is not asked.
    const cosigner = named === undefined ? await openCosigner(context, { chainId }) : { address: named }
    const ask = 'precheck' in cosigner ? cosigner : undefined

    const { signal, terminal } = context
    const terms = { token, cosigner: cosigner.address, ...typed, expiry }
    const whose = recipient ?? (options.stealth === true ? 'stealth' : 'wallet')
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
      does: `Create a box that pays ${target} up to ${writeAmount(maxAmount)}`,
      plan: relayed === undefined ? plan : { unplanned: 'the service makes it, and the wallet sends nothing' },
      facts: [
        ['box', account],
        ['owner', `${policy.owner}, ${describeOwner(whose)}`],
        ...(recipient === undefined ? [] : [['for', `${options.for}, who alone can sweep it`] as const]),
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

    const { label } = options
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
        `Box ${account} is created: it pays ${target} up to ${writeAmount(maxAmount)}, until ${writeMoment(expiry)}.`,
        `  transaction  ${txHash}`,
        owner === undefined
          ? '  its owner    finds it with holdfast stealth scan, and funds it'
          : `  fund it      holdfast box fund ${account} <usdc>`,
        ...(bound?.approved === false ? [describeVeto(bound), `  bind again   holdfast cosign bind ${account}`] : []),
      ].join('\n'),
      ...(bound && { exit: exitOfCosign(bound) }),
    }
  },
})

function describeOwner(whose: 'wallet' | 'stealth' | object): string {
  if (whose === 'wallet') return 'this wallet'
  return whose === 'stealth' ? 'a fresh address of this wallet' : 'a fresh address of another person'
}

function describeAnswer(answer: PrecheckResult | undefined): string {
  if (answer === undefined) return 'who was not asked'
  return answer.approved ? 'who would sign' : `who refuses: ${oneLine(answer.reason)}`
}
