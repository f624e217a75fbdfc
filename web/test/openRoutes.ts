/** The routes that need nothing, and their headings. */
export const openRoutes = [
  ['/claim', 'Claim a payment'],
  ['/receive', 'Receive'],
  ['/ask', 'Ask for money'],
  ['/activity', 'Activity'],
  ['/people', 'People'],
  ['/link', 'Send a link'],
  ['/links', 'Payment links'],
  ['/bridge', 'Move USDC to another network'],
  ['/hub', 'Hub balance'],
  ['/boxes', 'Spending accounts'],
  ['/boxes/new', 'New spending account'],
  ['/settings', 'Settings'],
  ['/scan', 'Scan a QR code'],
  ['/nowhere', 'This page does not exist'],
  ['/', 'Pay in USDC'],
] as const
