/**
 * Parts of typed words that look like a claim code, the secret of a link, a private key, a signature or a seed phrase. A message never repeats
 * them: what is on standard error ends in logs.
 *
 * @param known - Words that look like it and are public.
 */
export function secretsIn(words: readonly string[], known: readonly string[] = []): readonly string[] {
  return words
    .filter((word) => !known.includes(word))
    .map((word) => word.replace(/^-+/, ''))
    .flatMap((word) => shapes.flatMap((shape) => word.match(shape) ?? []))
    .sort((one, other) => other.length - one.length)
}

/** A text without them. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text)
}

/** What to do once a secret was typed as an argument. */
export const SECRET_ADVICE =
  'What looks like a code or key is not shown. Shells keep what is typed: use the prompt, standard input or --key-fd.'

/** With a digit too few or too many as well. */
const shapes = [
  // A code as it is spoken, in four groups.
  /(?<![0-9a-z-])[0-9a-z]{3,5}(?:[- ][0-9a-z]{3,5}){3}(?![0-9a-z-])/gi,
  // A code in one piece; a number alone is an id or an amount.
  /(?<![0-9a-z-])(?=\d*[a-z])[0-9a-z]{15,17}(?![0-9a-z-])/gi,
  // A private key, 32 bytes of hex. The 33 bytes of a public key are more.
  /(?<![0-9a-z])(?:0x)?[0-9a-f]{62,65}(?![0-9a-z])/gi,
  // A signature, of which stealth keys are made.
  /(?<![0-9a-z])(?:0x)?(?:[0-9a-f]{128}|[0-9a-f]{130})(?![0-9a-z])/gi,
  // The secret of a payment link, 32 bytes as base64url; an address is 42 characters of hex.
  /(?<![\w-])(?!0x[0-9a-f]{40,42}(?![\w-]))[\w-]{42,44}(?![\w-])/gi,
  // A seed phrase as one word.
  /(?<![a-z])[a-z]{3,8}(?: +[a-z]{3,8}){11,23}(?![a-z])/gi,
] as const
