/** What the build says of itself. */
export type Page = {
  /** `public`, `loopback` for this machine and its devnet, or `gallery` in tests. */
  kind: 'public' | 'loopback' | 'gallery'
  /** Base URL of the service of a public page, or `self` for the address that serves it. */
  service: string | null
  version: string
}

declare const __HOLDFAST_PAGE__: Page

export const page: Page = __HOLDFAST_PAGE__
