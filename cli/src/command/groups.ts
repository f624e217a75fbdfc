/** The first words that stand for several commands, each in a line. */
export const GROUPS: Readonly<Record<string, string>> = {
  config: 'settings of this command line, and terms of protected transfers',
  cosign: 'ask the co-signer of boxes, as its service lets anybody do',
  service: 'read what a Holdfast service tells everybody',
}
