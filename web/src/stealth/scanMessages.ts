import type { discoverStealthBoxes, StealthBox, ViewingKeys } from '@holdfast/sdk/stealth'
import type { Address } from 'viem'

/** How far a search has come. */
export type ScanProgress = Parameters<NonNullable<discoverStealthBoxes.Options['onProgress']>>[0]

/** What the page says to the worker. The keys find and cannot spend. */
export type ScanQuestion =
  | { kind: 'search'; announcer: Address; keys: ViewingKeys }
  | { kind: 'answer'; id: number; result?: unknown; error?: { message: string; code: number | undefined } }

/** What the worker says to the page. */
export type ScanAnswer =
  | { kind: 'ask'; id: number; method: string; params: unknown }
  | { kind: 'progress'; progress: ScanProgress }
  | { kind: 'found'; boxes: readonly StealthBox[] }
  /** Every announcement up to the block was read, where that is known. */
  | { kind: 'failed'; completeToBlock: bigint | undefined }
