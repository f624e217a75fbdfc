import { ServiceError } from '@holdfast/sdk/errors'
import type { ServiceClient } from '@holdfast/sdk/service'
import type { Finding } from './Finding.js'

/** Asks the service whether it is up, and whether its relayer can continue. */
export async function checkService(service: ServiceClient, signal: AbortSignal): Promise<Finding> {
  const finding = { check: 'service', subject: service.baseUrl } as const
  try {
    const { relayer } = await service.health({ signal })
    if (relayer === null)
      return { ...finding, status: 'ok', means: 'is up, and relays nothing', advice: null, facts: {} }
    const { chainUsdc, low } = relayer
    const facts = { relayer: relayer.address, low }
    const means = `is up; its relayer has ${chainUsdc} USDC`
    if (!low) return { ...finding, status: 'ok', means, advice: null, facts }
    return { ...finding, status: 'warning', means, advice: 'Its operator must fund the relayer.', facts }
  } catch (error) {
    signal.throwIfAborted()
    const means = error instanceof ServiceError ? error.shortMessage : 'does not answer'
    return { ...finding, status: 'failed', means, advice: 'Look at --service, or work without it.', facts: {} }
  }
}
