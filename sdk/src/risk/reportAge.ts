/** How long a report made earlier may replace a new check: 2 minutes. */
export const MAX_REPORT_AGE_MS = 120_000
