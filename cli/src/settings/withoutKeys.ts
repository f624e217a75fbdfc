/** A setting as it may be shown: an endpoint's path or query may be its key, so of a URL only its host is left. */
export function withoutKeys(value: string): string {
  return URL.canParse(value) && /^https?:/.test(value) ? new URL(value).origin : value
}
