import { defineConfig, type IntegratorConfig, RELEASE_ABOVE } from '../transfer/config.js'

/**
 * Terms for a payment link of this amount: under `KEY` any holder is paid, under `KEY_RELEASE` only whom the sender releases it to.
 *
 * @param amount - USDC base units; above `RELEASE_ABOVE` a release is needed.
 * @example
 * const { configId } = await registerConfig(clients, paymentLinkTerms(150_000_000n)) // needs a release
 */
export function paymentLinkTerms(
  amount: bigint,
  { needsRelease = false }: { needsRelease?: boolean | undefined } = {},
): IntegratorConfig {
  return defineConfig({ claimMode: needsRelease || amount > RELEASE_ABOVE ? 'KEY_RELEASE' : 'KEY' })
}
