/** Every number that the rules decide by, with its source. No other file of this folder holds one. */

// Which ends look alike. The data of Tsuchiya et al. (USENIX Security 2025, arXiv:2501.16681) hold 4,981 thefts on Ethereum
// and BNB Chain, without 1,652 payments between vanity twins. All of them share three characters in front and four behind;
// 4 + 4 characters find 45 of 100.

/** Characters in front that MetaMask showed until autumn 2023 (MetaMask/metamask-extension#20966). */
export const shownPrefix = 3

/** Characters behind that MetaMask showed, and shows. */
export const shownSuffix = 4

// How surprising that must be, in bits: chance reaches so many once in 2 to their power.

/** Blocks without a bait: once in four million first payments. The bar is one false block in 100,000. */
export const blockBits = 22

/** Fewest shared characters that block without a bait, whatever their bits: as many as all thefts on record share. */
export const minBlockCharacters = 7

/** Bits more for ends that no wallet shows, such as 0 + 7 and 2 + 5: there are four times as many of these splits. */
export const oddEndsBits = 2

/**
 * Logarithm of the number of known addresses, 1,024, from which on each doubling costs one bit more: a sender with
 * thousands of payees also makes thousands of first payments.
 */
export const manyKnownBits = 10

/**
 * Blocks where the history advertises the target: seven characters among up to 5,792 known addresses, six among up to
 * 362. Chance explains two in 100,000 of these resemblances, and the bait is independent of it.
 */
export const baitedBlockBits = 15.5

/** Warns: once in a thousand payments. The bar is five warnings in a thousand. */
export const warnBits = 10

/**
 * Characters by which one of several lookalikes may be less alike and still be the address that is meant: impostors of one
 * payee resemble each other about as much as they resemble the payee. The corpus asks for the right name in 999 of 1,000
 * reports.
 */
export const nearlyAsAlike = 2

// Which addresses were made alike.

/**
 * Shared characters from which on a contract belongs to a family: the thefts on record share 17 at most, and 18 take 2^72
 * attempts.
 */
export const familyCharacters = 18

/** Payees alike that make a family: a single one may be the address that is being imitated. */
export const familyMembers = 2

/** Payments after which a payee with a vanity beginning is not doubted any more. */
export const settledPayments = 2

// What money is a bait.

/** Decimals of USDC and of the other stablecoins in the registry. */
export const stablecoinDecimals = 6

/** Ten whole units of a stablecoin, as a power of ten: the limit of "tiny" transfers in Tsuchiya et al. */
export const tinyStablecoinPower = 1

/** A thousandth of any other coin, as a power of ten: a few dollars of ether. */
export const tinyCoinPower = -3

/**
 * A hundredth of a stablecoin, as a power of ten: honest payees test an address with a cent or more. Of the movements of
 * stablecoins on Ethereum 38 % are less (Coin Metrics, 2026).
 */
export const centPower = -2

/** Age under which an address is fresh: 24 hours. Most impostors are older: 57 % of the thefts on Ethereum come more than
 * a day after the last bait (data of Tsuchiya et al., continued to July 2025). */
export const FRESH_ADDRESS_MAX_AGE_MS = 86_400_000
