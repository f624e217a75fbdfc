import { spendPolicyAccountAbi } from '@holdfast/contracts'
import {
  AnnouncementIndex,
  type AuthorizeResult,
  type CosignAuthorize,
  type CosignBind,
  createRiskCheck,
  judgeBind,
  LocalCoSigner,
  PRIMARY_CHAIN_ID,
  readAccount,
  type StandingBinding,
} from '@holdfast/sdk'
import type { Address } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import type { Actor } from './stage.js'

/**
 * A co-signer for others: it reads every box itself, asks the firewall, and does not trust a caller's claim about an
 * owner.
 */
export type SharedCosigner = {
  cosigner: LocalCoSigner
  /** For any caller; statements about the box are not used. */
  authorize: (request: Omit<CosignAuthorize, 'phase' | 'chainId'>) => Promise<AuthorizeResult>
  /** Stores an owner's signed binding, so that a payer's history counts for the pulls of a box. */
  bind: (request: CosignBind) => Promise<void>
}

/** @param reader - The co-signer reads the chain through its endpoint. */
export function openSharedCosigner({ publicClient }: Pick<Actor, 'publicClient'>): SharedCosigner {
  const bindings = new Map<Address, StandingBinding>()
  const index = new AnnouncementIndex({ client: publicClient })
  const cosigner = new LocalCoSigner(generatePrivateKey(), {
    riskCheck: createRiskCheck({ client: publicClient }),
    async ownerFacts({ account, owner }) {
      await index.sync()
      const namesOwner = index.announcements().some(({ stealthAddress }) => stealthAddress === owner)
      return { standing: bindings.get(account), announcements: { complete: index.complete, namesOwner } }
    },
  })
  const ownerHashOf = async (address: Address) => {
    const [ownerHash] = await publicClient.readContract({ address, abi: spendPolicyAccountAbi, functionName: 'policy' })
    return ownerHash
  }
  return {
    cosigner,
    async authorize(request) {
      const { nonce, remaining, expiry, target } = await readAccount(publicClient, request.account)
      const { timestamp } = await publicClient.getBlock()
      return cosigner.authorize({
        ...request,
        chainId: PRIMARY_CHAIN_ID,
        now: Number(timestamp),
        nonce,
        remaining,
        expiry,
        target,
        ownerHash: await ownerHashOf(request.account),
      })
    },
    async bind(request) {
      const { account } = request
      const { mode, expiry } = await readAccount(publicClient, account)
      const facts = { ownerHash: await ownerHashOf(account), mode, expiry, nowMs: Date.now() }
      const judgement = judgeBind(request, { ...facts, standing: bindings.get(account) })
      if (!judgement.accepted) throw new Error(`The binding was refused: ${judgement.veto.code}.`)
      bindings.set(account, judgement.binding)
    },
  }
}
