/**
 * The parts of viem in the builds for Node: its functions on data, copied, since Node opens each of viem's files
 * separately. Functions that send requests stay the application's own viem, loaded on first use, so that their errors
 * are of the application's classes.
 */

// biome-ignore-start lint/performance: a star gives way to the names below, and the build keeps only what is used
export * from 'viem'
export { privateKeyToAddress } from 'viem/accounts'
// biome-ignore-end lint/performance: above

export const getBlock = /* @__PURE__ */ later(async () => (await import('viem/actions')).getBlock)
export const getBlockNumber = /* @__PURE__ */ later(async () => (await import('viem/actions')).getBlockNumber)
export const getCapabilities = /* @__PURE__ */ later(async () => (await import('viem/actions')).getCapabilities)
export const getTransactionReceipt = /* @__PURE__ */ later(
  async () => (await import('viem/actions')).getTransactionReceipt,
)
export const sendCalls = /* @__PURE__ */ later(async () => (await import('viem/actions')).sendCalls)
export const sendTransaction = /* @__PURE__ */ later(async () => (await import('viem/actions')).sendTransaction)
export const signMessage = /* @__PURE__ */ later(async () => (await import('viem/actions')).signMessage)
export const signTypedData = /* @__PURE__ */ later(async () => (await import('viem/actions')).signTypedData)
export const waitForCallsStatus = /* @__PURE__ */ later(async () => (await import('viem/actions')).waitForCallsStatus)
export const waitForTransactionReceipt = /* @__PURE__ */ later(
  async () => (await import('viem/actions')).waitForTransactionReceipt,
)
// These load a curve, each from the folder that it is in.
export const recoverAddress = /* @__PURE__ */ later(async () => (await import('viem/utils')).recoverAddress)
export const recoverAuthorizationAddress = /* @__PURE__ */ later(
  async () => (await import('viem/utils')).recoverAuthorizationAddress,
)
export const recoverMessageAddress = /* @__PURE__ */ later(
  async () => (await import('viem/utils')).recoverMessageAddress,
)
export const sign = /* @__PURE__ */ later(async () => (await import('viem/accounts')).sign)

/** An asynchronous function that is loaded when it is first called. */
function later<call extends (...given: never[]) => Promise<unknown>>(load: () => Promise<call>): call {
  return (async (...given) => (await load())(...given)) as call
}
