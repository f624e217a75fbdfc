/**
 * Every number that the rules decide by. The other files of `risk/rules` and `risk/grades` have none.
 *
 * Beside each is its source: *wallets*, what they show; *data*, that of Tsuchiya et al. (USENIX Security 2025,
 * arXiv:2501.16681), 4,981 thefts on Ethereum and BNB Chain without the payments of one token among vanity twins;
 * *arithmetic*; *specification*; or *chosen*, with the reason. `bench/firewall` measures what they do together.
 */

// Which ends look alike. All thefts share three characters in front and four behind; 4 + 4 characters find 45 %.

/** Characters in front that wallets show. Source: wallets, MetaMask until autumn 2023 (MetaMask/metamask-extension#20966). */
export const shownPrefix = 3

/** Characters behind that wallets show. Source: wallets, MetaMask then and now. */
export const shownSuffix = 4

/** Characters in front that the shortest abbreviations show. Source: wallets, RainbowKit; explorers, Blockscout. */
export const shortPrefix = 2

/** Characters behind that they show. Source: wallets, as above. */
export const shortSuffix = 4

/** Fewest shared characters that are looked at. Source: wallets, as many as the shortest abbreviations show. */
export const minCharacters = 6

/** Fewest shared characters that block without a bait, however few addresses are known. Source: data, as many as all thefts share. */
export const minBlockCharacters = 7

/** Characters at one end that warn where a bait advertises the target. Source: wallets, what they show at an end, so that one is read. */
export const oneEnd = 4

/**
 * Most references beside which dust makes one end count. Source: arithmetic; two ends of four characters agree by chance with
 * one of 1,000 addresses for 3 of 100 honest senders of dust.
 */
export const oneEndReferences = 1_000

// How often chance may produce what the rules take for an attack, summed over all shapes of resemblance.

/** Blocks: at most one of 100,000 honest first payments, for any number of strong references. Source: chosen; a block stops a payment. */
export const blockOnceIn = 100_000

/** Blocks where forged or signed records advertise the target. Source: chosen; the record is evidence of its own, so chance may do more. */
export const advertisedOnceIn = 10_000

/** Warns: at most one of 1,000 honest first payments. The shown ends warn in any case. Source: chosen; a warning costs a person a look. */
export const warnOnceIn = 1_000

/**
 * Ends that are taken for those of a reference warn, and block with forged or signed records: at most one of 10,000.
 * Source: chosen, between the two above.
 */
export const confusedOnceIn = 10_000

/** Shared characters that an attacker can find. Source: data, 17 at most; arithmetic, 20 take 2^80 attempts. */
export const groundCharacters = 20

/** Leading characters beyond an attacker's means. Source: arithmetic, 2^72 attempts. */
export const groundPrefix = 18

/** Fewest leading characters of a family. Source: data, 4 % of the thefts share as many, and two such impostors were never paid. */
export const familyCharacters = 6

/** Payees that make a family. Source: chosen; a single one may be the address that is being imitated. */
export const familyMembers = 2

/**
 * Characters by which one of several lookalikes may be less alike and still be the address that is meant. Source: chosen; with
 * none, a lookalike that is one character nearer would hide it.
 */
export const nearlyAsAlike = 2

// Whom the sender knows.

/** What a payee must have been paid, or must have paid, to be a reference, in base units. Source: chosen, one USDC; a bait costs less. */
export const referenceAmount = 1_000_000n

/**
 * One part in so many of what the other of two alike addresses was paid still makes a strong reference. Source: chosen, 1 %;
 * a test payment is less.
 */
export const comparableShare = 100n

/**
 * Payments that settle who is meant: what was forged before counts no more, and the sum is compared with that of others.
 * Source: chosen; a first payment may be the theft itself.
 */
export const settledPayments = 2

// What money is a bait.

/** Decimals of USDC and of the other stablecoins in the registry. Source: the tokens' contracts. */
export const stablecoinDecimals = 6

/** Ten whole units of a stablecoin, as a power of ten. Source: data, the limit of "tiny" transfers. */
export const tinyStablecoinPower = 1

/** A thousandth of any other coin, as a power of ten. Source: chosen, a few dollars of ether. */
export const tinyCoinPower = -3

/** What a whole unit of any other coin is taken for, as a power of ten in whole stablecoins. Source: chosen, the order of ether. */
export const coinPower = 3

/**
 * Age under which an address is fresh: 24 hours. Source: specification. Most impostors are older: 57 % of the thefts on
 * Ethereum come more than a day after the last bait (data of Tsuchiya et al., continued to July 2025).
 */
export const FRESH_ADDRESS_MAX_AGE_MS = 86_400_000
