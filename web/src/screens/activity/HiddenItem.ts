import type { FilteredEntry } from '@holdfast/sdk/history'

/** A row that was planted, or may have been. */
export type HiddenItem = { id: string; chainId: number; entry: FilteredEntry }
