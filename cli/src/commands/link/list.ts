import { chainIdOf, type ReadClient } from '@holdfast/sdk/chain'
import { formatPaymentLink, linkState, listPaymentLinks } from '@holdfast/sdk/links'
import { listSentTransfers } from '@holdfast/sdk/transfer'
import type { Address } from 'viem'
import { readNow } from '../../chain/readNow.js'
import { defineCommand } from '../../command/Command.js'
import { writeAmount } from '../../input/readAmount.js'
import { readPayer } from '../../wallet/findWallet.js'
import { readKeptLinks } from './readKeptLinks.js'
import { readReleaseRequests } from './readReleaseRequests.js'

export const command = defineCommand({
  summary: 'show the links that you have sent, with their states',
  details:
    'Read from the chain, newest first. The chain holds no secret, so a payment link cannot be shown again: keep your links in a file, one per line, and --links says which line belongs to which payment. A claim link holds no secret, so --origin shows it again. `link cancel --all` takes back all open links. Addresses that ask for a release are listed with the link; `link release` checks them with the firewall.',
  wallet: 'names',
  options: [
    { flags: '--from <address>', describes: 'address that sent them; by default the wallet’s' },
    { flags: '--links <file>', describes: 'your own payment links, one per line; none of them is shown' },
    { flags: '--origin <url>', describes: 'also list the payments to recorded recipients, with their claim links' },
  ],
  examples: [
    ['link list --account 0', 'all of them, newest first'],
    ['link list --links links.txt --origin https://pay.example', 'with the line of each link, and the claim links'],
  ],
  result: {
    links:
      'list of `transferId`, `state` (`open`, `claimed`, `cancelled`, `returned`, `expired`), `amount`, `deadline`, `paidTo`, `asked`, the first four and last four addresses that ask for the release, `askedCount`, the number of all, and `line` of --links or null',
    claimLinks: 'with --origin: list of `transferId`, `state`, `amount`, `deadline`, `to` and `link`',
    chainId: 'number',
  },
  async run(context, { options }) {
    const { terminal, signal, pathOf } = context
    const { links: file, origin } = options
    const kept = file !== undefined ? readKeptLinks(file, pathOf) : []
    // Refuses a malformed origin before any request.
    if (origin !== undefined) formatPaymentLink({ kind: 'claim', chainId: 1, transferId: 1n }, origin)
    const client = await context.openChain()
    const [chainId, sender] = [await chainIdOf(client), await readPayer(context, options.from)]
    const secrets = kept.filter((one) => one.chainId === chainId)
    const [found, requests, claimLinks] = await terminal.during('reading the links', async () => {
      const links = await listPaymentLinks({ publicClient: client }, { sender, secrets })
      const ids = new Set(links.map(({ transferId }) => transferId))
      const open = links.flatMap(({ transferId, state }) => (state === 'open' ? transferId : []))
      return [
        links,
        await readReleaseRequests(client, open, signal),
        origin !== undefined ? await listClaimLinks(client, { sender, chainId, origin, open: ids }) : [],
      ]
    })
    const links = found.map(({ link, ...one }) => {
      const all = requests.get(one.transferId)
      return {
        ...one,
        asked: all?.shown ?? [],
        askedCount: all?.count ?? 0,
        line: secrets.find(({ linkSecret }) => linkSecret === link?.linkSecret)?.line ?? null,
      }
    })
    const lines = links.flatMap(({ transferId, state, amount, deadline, paidTo, asked, askedCount, line }) => [
      `${transferId}  ${state}  ${writeAmount(amount)}  ${paidTo === null ? `until ${deadline.toISOString()}` : `paid to ${paidTo}`}`,
      ...(line === null ? [] : [`  its link is line ${line} of ${file}`]),
      ...asked.map((recipient) => `  asks for the release: ${recipient}`),
      ...(askedCount > asked.length ? [`  ${askedCount} addresses ask for the release`] : []),
    ])
    const claims = claimLinks.flatMap(({ transferId, state, amount, to, link }) => [
      `${transferId}  ${state}  ${writeAmount(amount)}  for ${to}`,
      `  ${link}`,
    ])
    return { result: { links, claimLinks, chainId }, text: [...lines, ...claims].join('\n') || 'No links.' }
  },
})

/** The payments to a recorded recipient, whose links hold no secret. */
async function listClaimLinks(
  client: ReadClient,
  { sender, chainId, origin, open }: ClaimLinksOptions,
): Promise<ClaimLinkRow[]> {
  const sent = await listSentTransfers({ publicClient: client }, { sender })
  const now = new Date((await readNow(client)) * 1_000)
  return sent.flatMap((transfer) => {
    const { transferId, amount, deadline, to } = transfer
    const state = linkState(transfer, { now })
    if (open.has(transferId) || state === undefined) return []
    return {
      transferId,
      state,
      amount,
      deadline,
      to,
      link: formatPaymentLink({ kind: 'claim', chainId, transferId }, origin),
    }
  })
}

type ClaimLinksOptions = {
  sender: Address
  chainId: number
  origin: string
  /** Ids of the payments that were made without a recipient. */
  open: ReadonlySet<bigint>
}

type ClaimLinkRow = {
  transferId: bigint
  state: NonNullable<ReturnType<typeof linkState>>
  amount: bigint
  deadline: Date
  to: Address
  link: string
}
