/** Any value as text, for an error message; the name of its type where the value itself cannot be converted. */
export function textOf(value: unknown): string {
  try {
    return String(value)
  } catch {
    return typeof value
  }
}
