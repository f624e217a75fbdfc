/** The scheme of ERC-5564 that Holdfast supports: secp256k1 with view tags. */
export const STEALTH_SCHEME_ID = 1
