/** Whether a provider's answer is a count: a whole number, not negative. */
export function isCount(count: number | undefined): boolean {
  return Number.isSafeInteger(count) && Number(count) >= 0
}
