/**
 * A link that the library has written for the origin of this page, to the page itself: it may be in a folder of its host, whose root
 * is another page and would get the secret.
 */
export function linkHere(link: string): string {
  return link.replace('/#', () => `${location.pathname}#`)
}
