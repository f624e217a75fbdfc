/** n, the order of secp256k1: private keys are below it. */
export const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Whether a number is a usable private key: 1 to n - 1. */
export function isScalar(value: bigint): boolean {
  return value > 0n && value < curveOrder
}

/** The rest modulo n, never negative. */
export function moduloOrder(value: bigint): bigint {
  const rest = value % curveOrder
  return rest < 0n ? rest + curveOrder : rest
}
