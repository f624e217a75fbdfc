import { type Address, encodeFunctionData, type Hex, parseAbi, stringToHex } from 'viem'

/** Memo bytes of a protected send, as utf8. */
const memoText = 'holdfast:send:v1'

/** The chain's Memo predeploy. */
export const memoAbi = /* @__PURE__ */ parseAbi([
  'function memo(address target, bytes data, bytes32 memoId, bytes memoData)',
])

/** The same call through the Memo predeploy, so that it can be reconciled. */
export function wrapInMemo(target: Address, data: Hex, claimHash: Hex): Hex {
  return encodeFunctionData({
    abi: memoAbi,
    functionName: 'memo',
    args: [target, data, claimHash, stringToHex(memoText)],
  })
}
