/** The icon of a wallet if it is a data URL: any other URL would tell another server who visits. */
export function iconOf(icon: string | undefined): string | undefined {
  return icon !== undefined && /^data:image\/(png|svg\+xml|webp|jpeg|gif)[;,]/.test(icon.trim())
    ? icon.trim()
    : undefined
}
