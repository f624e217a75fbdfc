import { type BoxDetails, MODE_PUSH } from '@holdfast/sdk/shield'

/** The addresses of {@link someBox}. */
export const SOME_BOX = {
  usdc: '0x3600000000000000000000000000000000000000',
  target: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  cosigner: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
} as const

/** A box that has paid 2 of 5 USDC and holds 3. */
export function someBox(over: Partial<BoxDetails> = {}): BoxDetails {
  return {
    account: SOME_BOX.target,
    token: SOME_BOX.usdc,
    target: SOME_BOX.target,
    cosigner: SOME_BOX.cosigner,
    ownerHash: '0x01',
    vaultHash: '0x01',
    mode: MODE_PUSH,
    maxAmount: 5_000_000n,
    spent: 2_000_000n,
    remaining: 3_000_000n,
    balance: 3_000_000n,
    nonce: 1n,
    perPullMax: 5_000_000n,
    interval: 0,
    lastPull: 0,
    expiry: 2_000,
    now: 1_000,
    ...over,
  }
}
