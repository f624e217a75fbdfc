export { type GetCleanHistoryOptions, getCleanHistory } from './getCleanHistory.js'
export type { CleanHistory, FilteredEntry, HistoryEntry } from './types.js'
