import { parseAbi } from 'viem'

/** The multicall that preserves the caller: what it calls sees the account that called it. */
export const multicallAbi = /* @__PURE__ */ parseAbi([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) returns ((bool success, bytes returnData)[])',
])
