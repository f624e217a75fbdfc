/** Made when first needed, so that its failure belongs to the caller that asks. */
export function once<value>(make: () => Promise<value>): () => Promise<value> {
  let made: Promise<value> | undefined
  return () => {
    made ??= make()
    return made
  }
}
