export { type GetCleanHistoryOptions, getCleanHistory } from './getCleanHistory.js'
export { type ActivityItem, type ChainActivity, mergeActivity, newestFirst } from './mergeActivity.js'
export type { CleanHistory, FilteredEntry, HistoryEntry } from './types.js'
